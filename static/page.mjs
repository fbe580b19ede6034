// Python's way into the page, under its strict policy: the only place that may turn a text into HTML. And what Python
// needs from the browser's side for the copy on this device (pyroll/app/worker.py).
import { Idiomorph } from "./vendor/idiomorph/idiomorph.esm.js";

const types = globalThis.trustedTypes;
const html = types?.createPolicy("pyroll-html", { createHTML: (text) => text });

const morph = (text, callbacks) => {
  const template = document.createElement("template");
  template.innerHTML = html ? html.createHTML(text) : text;
  for (const region of [...template.content.children]) {
    const place = document.getElementById(region.id);
    if (place) Idiomorph.morph(place, region, { morphStyle: "outerHTML", callbacks });
    else document.getElementById(region.dataset.before)?.before(region); // one more piece of a list
  }
};
// What a person unfolded stays so; and so does what they are writing, whatever another tab keeps meanwhile.
const unfolded = {
  beforeAttributeUpdated: (name, node) => name !== "open" || !node.matches("details"),
  beforeNodeMorphed: (node) => node.localName !== "textarea" || node !== document.activeElement,
};
export const patch = (text) => morph(text, unfolded);
// The same in other words: whatever was typed, chosen or opened stays.
export const reword = (text) => morph(text, { beforeAttributeUpdated: (name) => name === "aria-label" });
// Rolls that are not written down yet, as lines of text, for as long as this tab lives: reads them, or keeps others
const UNWRITTEN = "pyroll.unwritten";
let lines;
export const unwritten = (others) => {
  try {
    if (others !== undefined) sessionStorage.setItem(UNWRITTEN, others);
    lines = others ?? lines ?? sessionStorage.getItem(UNWRITTEN);
  } catch {
    lines = others ?? lines; // storage may be refused
  }
  return lines;
};
// Of a site's tabs, one takes up what an earlier visit left open, and keeps its own for a later one: the first, for as
// long as it lives; then the next. Where a browser cannot tell its tabs apart, each does.
let first = false;
export const heir = () => first;
export const claimed = new Promise((known) => {
  const take = (lock) => {
    first ||= lock !== null;
    known();
    return first && new Promise(() => {}); // until the tab is closed
  };
  const ask = async () => {
    await navigator.locks.request("pyroll.hand", { ifAvailable: true }, take); // goes on only if another tab has it
    await navigator.locks.request("pyroll.hand", take);
  };
  ask().catch(take);
});
export const load = (name) => import(`./${name}.mjs`);

const worker = { createScriptURL: () => "./sw.js" };
globalThis.pyrollWorker = types?.createPolicy("pyroll-sw", worker).createScriptURL("") ?? "./sw.js";
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // not at a moment of the browser's choice: the settings have a button
  globalThis.pyrollInstall = event;
});
