// PDFium in the browser: all data of a page, fetched at once; pdfium.py passes it to citekit with the interface of pypdfium2.

import { init } from "./pdfium.js";

const MOST_OBJECTS = 20000, MOST_LINKS = 5000, URI = 3, PATH = 2;
let engine;

/** Load PDFium once, from the directory of this file. */
export async function load() {
  if (!engine) {
    const wasmBinary = await (await fetch(new URL("pdfium.wasm", import.meta.url))).arrayBuffer();
    engine = await init({ wasmBinary });
    engine.PDFiumExt_Init();
    engine.room = engine.pdfium.wasmExports.malloc(512);
  }
  return engine;
}

const floats = (count, at = 0) => Array.from({ length: count }, (_, n) => engine.pdfium.getValue(engine.room + at + 4 * n, "float"));
const double = (n) => engine.pdfium.getValue(engine.room + 8 * n, "double");
const whole = (at) => engine.pdfium.getValue(engine.room + at, "i32");

/** Open a document: its number (0 if it cannot be opened), its number of pages, and the error code of PDFium. */
export function open(bytes) {
  const place = engine.pdfium.wasmExports.malloc(bytes.length);
  new Uint8Array(engine.pdfium.HEAPU8.buffer).set(bytes, place);
  const document = engine.FPDF_LoadMemDocument(place, bytes.length, "");
  if (!document) engine.pdfium.wasmExports.free(place);
  return { document, place, pages: document ? engine.FPDF_GetPageCount(document) : 0, error: document ? 0 : engine.FPDF_GetLastError() };
}

export function close({ document, place }) {
  engine.FPDF_CloseDocument(document);
  engine.pdfium.wasmExports.free(place);
}

/** The title or the author in the metadata of a document. */
export function meta({ document }, name) {
  const size = Math.min(engine.FPDF_GetMetaText(document, name, 0, 0), 4000);
  const place = engine.pdfium.wasmExports.malloc(size + 2);
  engine.FPDF_GetMetaText(document, name, place, size);
  const text = new TextDecoder("utf-16le").decode(new Uint8Array(engine.pdfium.HEAPU8.buffer, place, Math.max(0, size - 2)).slice());
  engine.pdfium.wasmExports.free(place);
  return text;
}

/** All of a page: characters (twelve numbers each), styles of text objects, links and drawn paths; null if it is damaged. */
export function page({ document }, number) {
  const raw = engine.FPDF_LoadPage(document, number);
  if (!raw) return null;
  const text = engine.FPDFText_LoadPage(raw);
  const { room } = engine;
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  const characters = new Float64Array(12 * count), looks = {};
  for (let at = 0; at < count; at++) {
    const object = engine.FPDFText_GetTextObject(text, at);
    const generated = engine.FPDFText_IsGenerated(text, at);
    const row = [generated, object, engine.FPDFText_GetUnicode(text, at), engine.FPDFText_HasUnicodeMapError(text, at)];
    if (generated !== 1) {
      row.push(...(engine.FPDFText_GetLooseCharBox(text, at, room) ? floats(4) : [NaN, NaN, NaN, NaN]));
      engine.FPDFText_GetCharOrigin(text, at, room, room + 8);
      row.push(double(0), double(1));
      engine.FPDFText_GetCharBox(text, at, room, room + 8, room + 16, room + 24);
      row.push(double(1) - double(0), double(3) - double(2));
      looks[object] ??= look(text, at, object);
    }
    characters.set(row, 12 * at);
  }
  const box = engine.FPDFPage_GetCropBox(raw, room, room + 4, room + 8, room + 12) || engine.FPDFPage_GetMediaBox(raw, room, room + 4, room + 8, room + 12)
    ? floats(4) : [0, 0, 612, 792];
  const found = { count, characters, looks, box, links: links(document, raw), paths: paths(raw) };
  engine.FPDFText_ClosePage(text);
  engine.FPDF_ClosePage(raw);
  return found;
}

function look(text, at, object) {
  const { room } = engine;
  const matrix = engine.FPDFText_GetMatrix(text, at, room) ? floats(6) : null;
  const size = engine.FPDFText_GetFontSize(text, at);
  engine.FPDFText_GetFontInfo(text, at, room + 8, 128, room);
  const name = engine.pdfium.UTF8ToString(room + 8), flags = whole(0);
  const weight = engine.FPDFText_GetFontWeight(text, at);
  const mode = object ? engine.FPDFTextObj_GetTextRenderMode(object) : 0;
  const font = object ? engine.FPDFTextObj_GetFont(object) : 0;
  const colour = engine.FPDFText_GetFillColor(text, at, room, room + 4, room + 8, room + 12) ? [whole(0), whole(4), whole(8), whole(12)] : null;
  return { matrix, size, name, flags, weight, mode, font, colour };
}

function links(document, raw) {
  const { room } = engine, found = [];
  engine.pdfium.setValue(room, 0, "i32");
  for (let n = 0; n < MOST_LINKS && engine.FPDFLink_Enumerate(raw, room, room + 4); n++) {
    const link = whole(4), next = whole(0);
    const action = engine.FPDFLink_GetAction(link);
    if (action && engine.FPDFAction_GetType(action) === URI) {
      const size = Math.min(engine.FPDFAction_GetURIPath(document, action, 0, 0), 4000);
      const place = engine.pdfium.wasmExports.malloc(size + 1);
      engine.FPDFAction_GetURIPath(document, action, place, size);
      const href = engine.pdfium.UTF8ToString(place);
      engine.pdfium.wasmExports.free(place);
      const quads = [];
      for (let at = 0; at < Math.min(50, engine.FPDFLink_CountQuadPoints(link)); at++)
        if (engine.FPDFLink_GetQuadPoints(link, at, room + 64)) quads.push(floats(8, 64));
      const area = engine.FPDFLink_GetAnnotRect(link, room + 64) ? floats(4, 64) : null;
      found.push({ href, quads, area });
    }
    engine.pdfium.setValue(room, next, "i32");
  }
  return found;
}

function paths(raw) {
  const { room } = engine, found = [];
  for (let at = 0; at < Math.min(engine.FPDFPage_CountObjects(raw), MOST_OBJECTS); at++) {
    const object = engine.FPDFPage_GetObject(raw, at);
    if (engine.FPDFPageObj_GetType(object) === PATH && engine.FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12)) found.push(floats(4));
  }
  return found;
}
