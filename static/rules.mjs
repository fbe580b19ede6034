// What the rules page needs of a browser, beyond what static/boot.js offers; its style comes with it.
const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "./static/rules.css" });
await new Promise((done) => {
  sheet.onload = sheet.onerror = done; // without it the rules can still be read
  document.head.append(sheet);
});

// Calls `heard` with what happens in an element of the page, whatever is drawn into it
export const listen = (id, type, heard) => document.getElementById(id).addEventListener(type, heard);
// A rule that was asked for: in sight, and read aloud
export const goTo = (id) => {
  const place = document.getElementById(id);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "start" });
};
// What was found begins above, where somebody had read on
export const upTo = (id) => document.getElementById(id).scrollIntoView({ block: "nearest" });
export const put = (id, value) => {
  document.getElementById(id).value = value;
};
export const print = () => globalThis.print();
