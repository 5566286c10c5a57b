// What the page costs: `npm run measure` prints its payload, and the processor's seconds from Python's start to a first result.

import { gzipSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";
import { decode } from "./src/decode.js";

const dist = new URL("dist/", import.meta.url).pathname;
const LATER = new Set(["pdfium.wasm", "pdfium.js"]);
let raw = 0, zipped = 0, later = 0;
for (const name of readdirSync(dist)) {
  const data = readFileSync(join(dist, name)), small = gzipSync(data, { level: 9 }).length;
  if (LATER.has(name)) later += small;
  else { raw += data.length; zipped += small; }
}
console.log(`payload: ${(raw / 1e6).toFixed(1)} MB, ${(zipped / 1e6).toFixed(1)} MB compressed, and ${(later / 1e6).toFixed(1)} MB for PDF`);

let before = process.cpuUsage();
function lap(what) {
  const { user, system } = process.cpuUsage(before);
  console.log(`${what}: ${((user + system) / 1e6).toFixed(1)} CPU s`);
  before = process.cpuUsage();
}
const python = await loadPyodide();
lap("Python");
python.unpackArchive(new Uint8Array(readFileSync(join(dist, "citekit.zip"))), "zip", { extractDir: "/lib/python3.14/site-packages" });
lap("unpacking");
python.globals.set("crf_decode", decode);
const start = /const START = `([^]*?)`;/.exec(readFileSync(new URL("src/worker.js", import.meta.url), "utf8"))[1];
python.runPython(start.replace(/^import browser_pdfium$|^browser_pdfium.*$/gm, ""));
lap("citekit");
const text = readFileSync(process.argv[2], "utf8");
const read = () => python.globals.get("answer")("read", JSON.stringify({ sources: [{ name: "list.md", text }] }));
console.log(`${JSON.parse(read()).entries.length} entries`);
lap("first result");
read();
lap("again");
