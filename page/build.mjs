// Builds the page that needs no server: `npm run build` puts into dist/ the page of citekit/web/page, Pyodide, PDFium, and citekit.
// Python is that of $PYTHON (python3), with citekit installed from its source tree.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), out = join(here, "dist"), modules = join(here, "node_modules");
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; connect-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'";

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
cpSync(join(here, "..", "citekit", "web", "page"), out, { recursive: true });
for (const name of ["worker.js", "decode.js", "pdf.js", "pdfium.py"]) cpSync(join(here, "src", name), join(out, name));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"])
  cpSync(join(modules, "pyodide", name), join(out, name));
cpSync(join(modules, "@embedpdf", "pdfium", "dist", "index.browser.js"), join(out, "pdfium.js"));
cpSync(join(modules, "@embedpdf", "pdfium", "dist", "pdfium.wasm"), join(out, "pdfium.wasm"));
execFileSync(process.env.PYTHON ?? "python3", [join(here, "pack.py"), join(out, "citekit.zip")], { stdio: "inherit" });

// Compiled once here, and not in every browser at every start.
const { loadPyodide } = await import("pyodide");
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(join(out, "citekit.zip"))), "zip", { extractDir: "/packed" });
python.runPython(`
import compileall, py_compile, shutil
compileall.compile_dir("/packed", quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
shutil.make_archive("/citekit", "zip", "/packed")
`);
writeFileSync(join(out, "citekit.zip"), python.FS.readFile("/citekit.zip"));

const page = join(out, "index.html");
writeFileSync(page, readFileSync(page, "utf8").replace("<!-- policy -->", `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`));
const files = readdirSync(out).sort(), all = createHash("sha256");
for (const name of files) all.update(readFileSync(join(out, name)));
const head = `const VERSION = "${all.digest("hex").slice(0, 16)}";\nconst FILES = ${JSON.stringify(["./", ...files])};\n`;
writeFileSync(join(out, "offline.js"), head + readFileSync(join(here, "src", "offline.js"), "utf8"));
const size = files.reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
console.log(`page/dist: ${files.length + 1} files, ${(size / 1e6).toFixed(1)} MB`);
