// Components of the page. Text is always inserted as text nodes, never parsed as HTML.

/** An element with properties, attributes (names with a hyphen) and children. False and empty children are skipped. */
export function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child || child === " "));
  return made;
}

export const fill = (place, children) => place.replaceChildren(...children.filter(Boolean));

/** Tabs as in the ARIA authoring practices: arrow keys, Home and End move. `opened` maps a tab's id to its callback. */
export function tabs(list, opened) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const open = (tab) => {
    for (const one of all) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      panel(one).hidden = one !== tab;
    }
    opened[tab.id]?.();
  };
  list.addEventListener("click", (event) => { const tab = event.target.closest("[role=tab]"); if (tab) open(tab); });
  list.addEventListener("keydown", (event) => {
    const here = all.indexOf(document.activeElement);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length).focus();
    open(all.at(to % all.length));
  });
  open(all[0]);
  return { refresh: () => { const tab = all.find((one) => one.getAttribute("aria-selected") === "true"); opened[tab.id]?.(); } };
}

/** A list of which one option is selected, by the mouse or arrow keys. */
export function listbox(list, chosen) {
  const mark = (option) => {
    for (const one of list.children) one.setAttribute("aria-selected", String(one === option));
    list.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const choose = (option) => { if (option) { mark(option); chosen(option.dataset.value); } };
  list.addEventListener("click", (event) => choose(event.target.closest("[role=option]")));
  list.addEventListener("keydown", (event) => {
    const here = [...list.children].findIndex((one) => one.getAttribute("aria-selected") === "true");
    const to = { ArrowDown: here + 1, ArrowUp: Math.max(0, here - 1), Home: 0, End: list.children.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(list.children[Math.min(to, list.children.length - 1)]);
  });
  return {
    fill(pairs, selected) {
      fill(list, pairs.map(([value, text], n) => {
        const option = element("li", { role: "option", id: `${list.id}-${n}`, "aria-selected": String(value === selected) }, text);
        option.dataset.value = value;
        return option;
      }));
    },
  };
}

/** Return a function from offsets in code points (Python) to offsets in UTF-16 code units (JavaScript). */
export function codePoints(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (place) => Math.min(place, text.length);
  const places = [0];
  for (const character of text) places.push(places.at(-1) + character.length);
  return (place) => places[Math.min(place, places.length - 1)];
}

export function save(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function copy(text) {
  await navigator.clipboard.writeText(text);
  return "Copied.";
}
