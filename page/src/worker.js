// Python in a worker of the page: loads Pyodide and citekit, and handles the requests of the page.

import { loadPyodide } from "./pyodide.mjs";
import { decode } from "./decode.js";
import * as pdf from "./pdf.js";

const here = new URL(".", import.meta.url).href;
const SITE = "/lib/python3.14/site-packages";
const START = `
from array import array
import json
import browser_pdfium
from pyodide.ffi import to_js
from citekit.extraction.crf import KERNELS
from citekit.web.session import WebSession

_steps = {}

def _decode(rows, steps):
    if id(steps) not in _steps:
        _steps[id(steps)] = (steps, to_js(memoryview(array("d", [score for row in steps for score in row]))))
    flat = to_js(memoryview(array("d", [score for row in rows for score in row])))
    found = crf_decode(flat, len(rows), len(steps), _steps[id(steps)][1])
    path, sure, probability = found.to_py()
    return list(path), list(sure), probability

KERNELS.append(_decode)
browser_pdfium.install(browser_pdf)
_session = WebSession()

def answer(name, request):
    return json.dumps(_session.answer(name, json.loads(request)))
`;

async function bytes(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

async function start() {
  postMessage({ status: "Loading Python… (only once; the page then works offline)" });
  const [python, citekit, engine] = await Promise.all([loadPyodide({ indexURL: here }), bytes("citekit.zip"), bytes("pdfium.py")]);
  postMessage({ status: "Starting…" });
  python.unpackArchive(citekit, "zip", { extractDir: SITE });
  python.FS.writeFile(`${SITE}/browser_pdfium.py`, new Uint8Array(engine));
  python.globals.set("crf_decode", decode);
  python.globals.set("browser_pdf", pdf);
  python.runPython(START);
  pdf.load();  // now, because the page may be offline when a PDF is dropped
  return python.globals.get("answer");
}

const started = start();
started.catch((error) => postMessage({ status: `Python could not be started: ${error.message}` }));

/** Whether a request contains a PDF, by its first bytes ("%PDF" in base64) or its name. */
const hasPdf = (request) => /"data":\s*"JVBERi/.test(request) || /\.pdf"/i.test(request);

let before = Promise.resolve();
onmessage = ({ data: { number, name, request } }) => {
  before = before.then(async () => {
    let answer;
    try {
      const python = await started;
      if (hasPdf(request)) await pdf.load();
      answer = python(name, request);
    } catch (error) {
      answer = JSON.stringify({ error: `internal error: ${String(error.message).trim().split("\n").at(-1)}`, hint: "this is a bug in citekit; please report it" });
    }
    postMessage({ number, answer });
  });
};
