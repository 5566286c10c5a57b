// The editor of one entry: assign selected words to a field; split, merge or exclude the item.

import { element } from "./parts.js";

/** A row of words with a selected range: click and Shift-click, arrow keys, Shift with arrow keys. */
function wordRow(texts) {
  let from = 0, to = 0;
  const options = texts.map((text, n) => element("span", { role: "option", id: `word-${n}`, onmousedown: (event) => {
    event.preventDefault();
    row.focus();
    choose(event.shiftKey ? from : n, n);
  } }, text));
  const row = element("div", {
    role: "listbox", className: "words", tabIndex: 0, "aria-multiselectable": "true",
    "aria-label": "Words of the item. Arrow keys select a word; with Shift they select several.",
  }, ...options);
  const choose = (first, last) => {
    [from, to] = [first, last];
    options.forEach((one, n) => {
      one.setAttribute("aria-selected", String(n >= Math.min(from, to) && n <= Math.max(from, to)));
      one.classList.toggle("at", n === to);
    });
    row.setAttribute("aria-activedescendant", `word-${to}`);
  };
  row.addEventListener("keydown", (event) => {
    const last = texts.length - 1;
    const goal = { ArrowRight: to + 1, ArrowLeft: to - 1, Home: 0, End: last }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(last, goal));
    choose(event.shiftKey ? from : place, place);
  });
  choose(0, 0);
  return {
    row, choose,
    chosen: () => texts.slice(Math.min(from, to), Math.max(from, to) + 1).join(" "),
    rest: () => texts.slice(Math.min(from, to), Math.min(from, to) + 12).join(" "),
    first: () => Math.min(from, to),
  };
}

/** The first and the last position of the words of a value in a row of words, or null if they do not occur. */
function wordsOf(texts, value) {
  const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const wanted = bare(value);
  if (!wanted) return null;
  let all = "";
  const places = texts.flatMap((text, n) => { all += bare(text); return Array(bare(text).length).fill(n); });
  const start = all.indexOf(wanted);
  return start < 0 ? null : [places[start], places[start + wanted.length - 1]];
}

/** The editor of an entry. `field` is the field that was clicked, `below` the next item of the source, `printed` the
 * text of the source from which the field was extracted. */
export function editor(entry, names, field, correct, below, printed) {
  const texts = entry.text.split(/\s+/).filter(Boolean);
  const words = wordRow(texts.length ? texts : ["…"]);
  const kinds = field && !names.includes(field.name) ? [field.name, ...names] : names;
  const select = element("select", { "aria-label": "Field" }, ...kinds.map((name) => element("option", { value: name }, name)),
    element("option", { value: "" }, "(no field)"));
  if (field) {
    select.value = field.name;
    const range = wordsOf(texts, printed) ?? wordsOf(texts, field.value.split(";")[0]);
    if (range) words.choose(...range);
  }
  const value = element("input", { value: field?.value ?? "", "aria-label": "Field value" });
  const about = (kind, more) => correct({ source: entry.source, kind, item: entry.text, ...more });
  const button = (text, doing, usable = true) => element("button", { type: "button", disabled: !usable, onclick: doing }, text);
  return element("div", { className: "editor" },
    words.row,
    element("div", { className: "row" }, element("span", {}, "Assign selected words to:"), select,
      button("Assign", () => about("field", { name: select.value, value: words.chosen() }))),
    element("div", { className: "row" }, element("label", {}, "Value: ", value),
      button("Set value", () => about("text", { name: select.value, value: value.value }), true)),
    element("div", { className: "row" },
      button("Split before selected word", () => words.first() && about("split", { value: words.rest() })),
      button("Merge with next item", () => about("join", { value: below.text }), Boolean(below?.text)),
      button("Not a publication", () => about("leave-out"))));
}
