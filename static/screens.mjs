// What the screens of characters and journal need of a browser, beyond what static/boot.js offers; their style comes
// with it.
const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "./static/screens.css" });
await new Promise((done) => {
  sheet.onload = sheet.onerror = done; // without it they can still be read
  document.head.append(sheet);
});

// A text as a file of the person's own
export const download = (name, type, text) => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // not at once: Safari reads it later
};

// The text of the chosen file, which can be chosen again afterwards
export const chosen = async (input) => {
  const [file] = input.files;
  const text = await file.text();
  input.value = "";
  return text;
};

// A form as text: names and values as in an address
export const entries = (form) => new URLSearchParams(new FormData(form)).toString();

// A control of the test's form takes a value, as if it had been typed
export const put = (key, name, value) => {
  const control = document.getElementById(key)?.elements.namedItem(name);
  if (!control || control.value === value) return;
  control.value = value;
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
};

// Calls `done` a while later; not while somebody is at the message with a finger or the focus
let timer;
export const fade = (milliseconds, done) => {
  clearTimeout(timer);
  const look = () => {
    if (document.querySelector("#told:hover, #told:focus-within")) timer = setTimeout(look, 1000);
    else done();
  };
  timer = setTimeout(look, milliseconds);
};

// Calls `reached` whenever the end of a list comes near
export const watch = (id, reached) => {
  const observer = new IntersectionObserver(
    (seen) => {
      if (seen.some((one) => one.isIntersecting)) reached();
    },
    { rootMargin: "600px" },
  );
  observer.observe(document.getElementById(id));
};

export const minutesAhead = (milliseconds) => -new Date(milliseconds).getTimezoneOffset();
export const now = () => Date.now();

export const entriesOf = (id) => entries(document.getElementById(id));
export const valueOf = (id) => document.getElementById(id).value;
export const clear = (id, left) => {
  document.getElementById(id).value = left;
};

// What is written here and not kept yet, for as long as this tab lives: reads it, or holds another text ("": none)
export const draft = (name, text) => {
  const key = `pyroll.draft.${name}`;
  try {
    if (text === undefined) return sessionStorage.getItem(key) ?? "";
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {} // storage may be refused or full: the page does without
  return text ?? "";
};

// Whether filters fit beside a list: they fold and unfold when a tablet is turned
const broad = matchMedia("(min-width: 1100px)");
broad.addEventListener("change", () => document.getElementById("filters-more")?.toggleAttribute("open", broad.matches));
export const wide = () => broad.matches;

// --- handing over, and what came in

export const here = () => location.origin + location.pathname;
export const fragment = () => location.hash.slice(1);
export const isLocal = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
export const go = (place) => location.replace(`#${place}`);

export const showModal = (id) => {
  const dialog = document.getElementById(id);
  if (!dialog.open) dialog.showModal();
  addEventListener("hashchange", () => dialog.close(), { once: true }); // it belongs to its screen
};
export const closeModal = (id) => document.getElementById(id).close();
export const selectAll = (id) => document.getElementById(id).select();

// Whether it was copied: a browser may refuse
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
export const canShare = () => Boolean(navigator.share);
// To the system's share sheet; closing it without choosing is no failure
export const share = async (text, url) => {
  try {
    await navigator.share({ text, url });
    return "done";
  } catch ({ name }) {
    return name === "AbortError" ? "done" : "failed";
  }
};

// Some controls of a system's form take these values, [[name, value], …] as JSON, as if a person had chosen them
export const putAll = (key, pairs) => {
  const form = document.getElementById(key);
  for (const [name, value] of JSON.parse(pairs)) {
    const control = form.elements.namedItem(name);
    if (control?.type === "checkbox") control.checked = value === "yes";
    else if (control) control.value = value;
  }
  const any = form.elements[0];
  for (const type of ["input", "change"]) any.dispatchEvent(new Event(type, { bubbles: true }));
};
export const choose = (key) => {
  const picker = document.getElementById("system");
  picker.value = key;
  picker.dispatchEvent(new Event("change", { bubbles: true }));
};

// Into sight, unless it is
// The same in a row that scrolls sideways: the one that is current, and nothing up or down
export const along = (id) => {
  const row = document.getElementById(id), one = row?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!one) return;
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.min(0, one.left - left) + Math.max(0, one.right - right);
};
export const reveal = (id) => document.getElementById(id).scrollIntoView({ block: "nearest" });
