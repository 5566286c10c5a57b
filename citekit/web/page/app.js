// The page: the sources on the left, the entries on the right; each edit by the user is a correction applied in Python.

import { backend, served } from "./backend.js";
import { element, fill, listbox, tabs, save, copy, codePoints } from "./parts.js";
import { editor } from "./editor.js";

const at = (id) => document.getElementById(id);
const state = { files: [], read: null, fields: [], style: "apa", bib: "" };

const showStatus = (text, error = false) => {
  at("status").textContent = text;
  at("status").classList.toggle("error", error);
};
const request = backend(showStatus);

/** Run a task and show its status: what it is doing, then its result or its error in one sentence. */
async function attempt(doing, work) {
  showStatus(doing);
  document.body.setAttribute("aria-busy", "true");
  try {
    showStatus((await work()) ?? "");
    return true;
  } catch (error) {
    showStatus([error.message, error.hint].filter(Boolean).join(" – "), true);
    return false;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

// --- sources -------------------------------------------------------------------------------------------------------

/** The path of a file relative to the folder that was selected, as in a lock file in that folder; else its name. */
const placeOf = (file) => (file.webkitRelativePath || file.place || `/${file.name}`).replace(/^[^/]*\//, "");

async function asSource(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 32768) binary += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return { name: placeOf(file), data: btoa(binary) };
}

function choose(files) {
  state.files.push(...files);
  fill(at("chosen"), state.files.map((file, n) => element("li", {}, file.name, " ",
    element("button", { type: "button", onclick: () => { state.files.splice(n, 1); choose([]); } }, `Remove ${file.name}`))));
}

async function read() {
  const lock = state.files.find((file) => file.name === "citekit.lock");
  const sources = await Promise.all(state.files.filter((file) => file !== lock).map(asSource));
  if (at("paste").value.trim()) sources.unshift({ name: "pasted text", text: at("paste").value });
  if (at("address").value.trim()) sources.push({ address: at("address").value.trim() });
  if (!sources.length) throw new Error("no input: paste a list or choose a file");
  const options = { sources, each_line: at("each-line").checked };
  if (lock) options.lock = await lock.text();
  return show(await request("read", options));
}

async function dropped(event) {
  event.preventDefault();
  at("sources").classList.remove("dropping");
  const files = [];
  const walk = async (entry) => {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed));
      files.push(Object.assign(file, { place: entry.fullPath.replace(/^\//, "").replace(/^[^/]*$/, "/$&") }));
    }
    else if (entry.isDirectory) {
      const reader = entry.createReader();
      for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;)
        for (const one of some) if (!one.name.startsWith(".")) await walk(one);
    }
  };
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...event.dataTransfer.files];
  if (entries.length) for (const entry of entries) await walk(entry);
  else files.push(...plain);
  if (!files.length) return;
  choose(files);
  attempt("Converting…", read);
}

// --- result --------------------------------------------------------------------------------------------------------

/** Show a parsed result, and return its summary. */
function show(result) {
  state.read = result;
  state.bib = result.bib;
  at("result").hidden = false;
  at("paste").rows = 3;
  showSources();
  showEntries();
  at("format").value = "bibtex";
  at("bib").value = result.bib;
  at("bib").readOnly = false;
  fill(at("lost"), []);
  panels.refresh();
  showPrinted(result);
  const uncertain = result.entries.filter((entry) => entry.doubtful).length;
  const counts = `${result.entries.length} entries, ${uncertain} uncertain, ${result.left_out.length} skipped`;
  const troubles = result.problems.filter((one) => one.severity !== "info").map((one) => `${one.place || ""} ${one.message}`.trim());
  return [counts, ...troubles].join(". ");
}

/** Show the style that each source is printed in, and where its entries depart from it; it takes longer than reading. */
async function showPrinted(result) {
  const found = await request("printed", {}).catch(() => null);
  if (!found || state.read !== result) return;
  for (const heading of at("source").querySelectorAll("h2")) {
    const text = found.documents[heading.textContent];
    if (text) heading.after(element("p", { className: "told" }, text));
  }
  for (const article of at("entries").querySelectorAll("article")) {
    const text = found.entries[article.dataset.key];
    if (text) article.querySelector(".meta").after(element("p", { className: "told" }, text));
  }
}

function showSources() {
  state.texts = new Map();
  fill(at("source"), state.read.documents.flatMap((document_) => {
    const text = element("pre", {}, document_.text);
    state.texts.set(document_.name, { node: text.firstChild, place: codePoints(document_.text) });
    text.addEventListener("click", (event) => toEntry(document_.name, event));
    const owner = element("input", { value: document_.owner, "aria-label": "List owner" });
    const form = element("form", { className: "row", onsubmit: (event) => {
      event.preventDefault();
      correct({ source: document_.name, kind: "owner", value: owner.value });
    } }, element("label", {}, "List owner: ", owner), element("button", {}, "Apply"));
    const corrections = document_.corrections.map((one) => element("li", {}, `${one.text} `, one.item && `(“${one.item.slice(0, 50)}…”) `,
      element("button", { type: "button", onclick: () => attempt("Converting again…",
        async () => show(await request("forget", { source: document_.name, number: one.number }))) }, "Undo")));
    return [element("h2", {}, document_.name), form,
      corrections.length && element("details", {},
        element("summary", {}, `Corrections: ${corrections.length}`), element("ul", {}, ...corrections)), text];
  }));
}

/** Highlight a span of a source; `kind` is item or field. */
function light(kind, source, span) {
  if (!globalThis.CSS?.highlights) return;
  const text = source && state.texts.get(source);
  if (!text || !span) return void CSS.highlights.delete(kind);
  const range = new Range();
  range.setStart(text.node, text.place(span[0]));
  range.setEnd(text.node, text.place(span[1]));
  CSS.highlights.set(kind, new Highlight(range));
  const box = range.getBoundingClientRect(), pane = at("source").getBoundingClientRect();
  if (box.top < pane.top || box.bottom > pane.bottom) at("source").scrollTop += box.top - pane.top - pane.height / 3;
}

function toEntry(source, event) {
  const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  const offset = caret?.offset ?? document.caretRangeFromPoint?.(event.clientX, event.clientY)?.startOffset;
  if (offset === undefined) return;
  const { place } = state.texts.get(source);
  const entry = state.read.entries.find((one) => one.source === source && place(one.span[0]) <= offset && offset <= place(one.span[1]));
  document.querySelector(`[data-key="${CSS.escape(entry?.key ?? "")}"] .field`)?.focus();
}

async function correct(correction) {
  return attempt("Converting again…", async () => `Correction applied. ${show(await request("correct", correction))}`);
}

function showEntries() {
  const uncertainFirst = [...state.read.entries].sort((a, b) => b.doubtful - a.doubtful);
  const left = state.read.left_out.map((item) => {
    const heading = /“(.+)”/.exec(item.reason)?.[1];
    return element("li", {}, `${item.text.slice(0, 200)} `, element("em", {}, `(${item.reason}) `),
      element("button", { type: "button", onclick: () => correct({ source: item.source, kind: "publication", item: item.text }) }, "Add as publication"),
      heading && element("button", { type: "button", onclick: () =>
        correct({ source: item.source, kind: "heading", item: heading, value: "publications" }) }, `Treat “${heading}” as a publications heading`));
  });
  fill(at("entries"), [...uncertainFirst.map(showEntry),
    left.length && element("details", {}, element("summary", {}, `Skipped items: ${left.length}`), element("ul", {}, ...left))]);
}

function showEntry(entry) {
  const title = entry.fields.find((field) => field.name === "title")?.value ?? entry.text.slice(0, 80);
  const lit = (span) => () => { light("item", entry.source, entry.span); light("field", entry.source, span); };
  const hole = element("div", {});
  const open = (field) => {
    const shut = hole.firstChild && !field;
    fill(hole, shut ? [] : [editor(entry, state.fields, field, correct, next(entry), printed(entry, field))]);
    change.setAttribute("aria-expanded", String(!shut));
    if (!shut) hole.querySelector("[role=listbox]").focus();
  };
  const change = element("button", { type: "button", "aria-expanded": "false", onclick: () => open() }, "Edit");
  const fields = entry.fields.map((field) => element("button", {
    type: "button", className: "field", title: field.reason ?? "", onmouseenter: lit(field.span), onfocus: lit(field.span), onclick: () => open(field),
  }, element("b", {}, field.name), element("span", {}, field.value)));
  const notes = [
    ...entry.doubts.map((text) => element("p", { className: "told doubt" }, `Uncertain: ${text}`)),
    ...entry.left_over.map((text) => element("p", { className: "told doubt" }, `Unparsed text: ${text}`)),
    ...entry.corrected.map((text) => element("p", { className: "told" }, `Corrected: ${text}`)),
  ];
  const article = element("article", {
    className: `entry${entry.doubtful ? " doubtful" : ""}${entry.corrected.length ? " corrected" : ""}`, "aria-label": title,
    onmouseenter: lit(null),
  }, element("h3", {}, title), element("p", { className: "meta" }, `${entry.key} · ${entry.type} · ${entry.doubtful ? "uncertain, " : ""}score ${entry.score.toFixed(2)} `, change),
    ...notes, ...fields, hole);
  article.dataset.key = entry.key;
  return article;
}

/** The text of the source from which a field was extracted. */
function printed(entry, field) {
  const text = state.texts.get(entry.source);
  return text && field?.span ? text.node.data.slice(text.place(field.span[0]), text.place(field.span[1])) : "";
}

/** The next item after an entry in its source, if there is one: an entry or a skipped item. */
function next(entry) {
  const below = [...state.read.entries, ...state.read.left_out].filter((one) => one.source === entry.source && one.span[0] >= entry.span[1]);
  return below.sort((a, b) => a.span[0] - b.span[0])[0];
}

// --- tabs ----------------------------------------------------------------------------------------------------------

async function showFormat() {
  const format = at("format").value;
  at("bib").readOnly = format !== "bibtex";
  if (format === "bibtex") return void (at("bib").value = state.bib, fill(at("lost"), []));
  await attempt("Writing…", async () => {
    const written = await request("write", { format });
    Object.assign(state, { suffix: written.suffix, folder: written.files });
    at("bib").value = written.text;
    fill(at("lost"), written.lost.map((text) => element("li", {}, text)));
  });
}

async function findStyles() {
  const { count, styles } = await request("styles", { words: at("style-words").value });
  at("style-count").textContent = count > styles.length ? `${count} styles; the first ${styles.length}` : `${count} styles`;
  chooseStyle.fill(styles.map((style) => [style.name, style.parent ? `${style.title} (as ${style.parent})` : style.title]), state.style);
}

const previewed = (html) => `<!DOCTYPE html><meta charset="utf-8"><style>body{font:1rem/1.5 serif;margin:1rem;overflow-wrap:anywhere}</style>${html}`;

async function showReferences() {
  await attempt("Formatting…", async () => {
    const formatted = await request("references", { style: state.style, format: at("reference-format").value });
    state.references = formatted.text;
    at("references").srcdoc = previewed(formatted.html);
    return formatted.problems.map((one) => one.message).join(". ");
  });
}

async function showSite() {
  await attempt("Writing…", async () => {
    state.site = (await request("page", { style: state.style, group_by: at("group").value })).text;
    at("site").srcdoc = state.site;
  });
}

async function showFindings() {
  await attempt("Checking…", async () => {
    const { findings } = await request("check", { bib: state.bib });
    at("found").textContent = findings.length ? `${findings.length} findings` : "No findings.";
    fill(at("findings"), findings.map((one) => element("li", { className: "finding" },
      element("strong", {}, one.rule), ` ${one.key} (line ${one.line}, ${one.severity}): ${one.message} `, one.hint && element("em", {}, one.hint), " ",
      one.fix && element("button", { type: "button", onclick: () => repair(one.number) }, one.fix.message))));
  });
}

async function repair(number) {
  await attempt("Applying fixes…", async () => setBib((await request("fix", { bib: state.bib, ...(number === undefined ? {} : { number }) })).bib));
  await showFindings();
}

function setBib(text) {
  state.bib = text;
  at("format").value = "bibtex";
  at("bib").value = text;
  at("bib").readOnly = false;
}

async function tidyUp() {
  const settings = Object.fromEntries([...document.querySelectorAll("[data-tidy]")].filter((box) => box.checked).map((box) => [box.dataset.tidy, true]));
  if (at("sort").value) settings.sort = at("sort").value;
  await attempt("Tidying…", async () => {
    const result = await request("tidy", { bib: state.bib, settings });
    setBib(result.bib);
    at("tidy-text").textContent = result.bib;
    at("tidied").textContent = [result.changed ? "Tidied. See the Export tab." : "Already tidy; no changes.", ...result.problems.map((one) => one.message)].join(" ");
  });
}

const chooseStyle = listbox(at("styles"), (name) => { state.style = name; showReferences(); });
const panels = tabs(at("tabs"), {
  "tab-references": async () => { await findStyles(); await showReferences(); },
  "tab-site": showSite,
  "tab-check": showFindings,
});

// --- begin ---------------------------------------------------------------------------------------------------------

at("promise").textContent = served
  ? "Your data stays on this computer. The server accepts local connections only."
  : "Your data stays in this browser. Nothing that you paste or drop is sent to a server.";
at("sources").addEventListener("submit", (event) => { event.preventDefault(); attempt("Converting…", read); });
for (const id of ["files", "folder"]) at(id).addEventListener("change", (event) => { choose([...event.target.files]); event.target.value = ""; });
addEventListener("dragover", (event) => { event.preventDefault(); at("sources").classList.add("dropping"); });
addEventListener("dragleave", (event) => event.relatedTarget || at("sources").classList.remove("dropping"));
addEventListener("drop", dropped);
at("paste").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("sources").requestSubmit(); });
at("format").addEventListener("change", showFormat);
at("bib").addEventListener("input", () => { if (at("format").value === "bibtex") state.bib = at("bib").value; });
at("copy").addEventListener("click", () => attempt("", () => copy(at("bib").value)));
at("save").addEventListener("click", () => save(`publications${at("format").value === "bibtex" ? ".bib" : state.suffix ?? ".txt"}`, at("bib").value));
at("save-lock").addEventListener("click", () => save("citekit.lock", state.read.lock));
at("style-words").addEventListener("input", findStyles);
at("reference-format").addEventListener("change", showReferences);
at("copy-references").addEventListener("click", () => attempt("", () => copy(state.references)));
at("group").addEventListener("change", showSite);
at("save-site").addEventListener("click", () => save("publications.html", state.site));
at("fix-all").addEventListener("click", () => repair());
at("tidy").addEventListener("click", tidyUp);

attempt("Loading…", async () => {
  const begun = await request("begin");
  state.fields = begun.fields;
  at("web").hidden = !begun.fetches;
  at("save-lock").hidden = begun.keeps;
  fill(at("format"), begun.formats.map((name) => element("option", { value: name }, name)));
  document.body.dataset.ready = "yes";
  return begun.entries ? show(begun) : "Ready.";
});
