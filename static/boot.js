// The page before Python is there: steppers, system picker, what applies, last values, a roll asked for early, and a
// start that fails.
"use strict";
{
  const root = document.documentElement;
  const forms = () => [...document.querySelectorAll("form[data-system]")];
  const shown = () => forms().find((form) => !form.hidden);
  const store = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(`pyroll.${key}`);
      localStorage.setItem(`pyroll.${key}`, value);
    } catch {} // storage may be refused: the page does without
  };
  root.dataset.pyroll = "loading"; // index.html says "failed", for browsers that do not come this far
  if (store("theme")) root.dataset.theme = store("theme");
  try {
    root.dataset.veil = JSON.parse(sessionStorage.getItem("pyroll.hand")).hand.veil; // a reload shows no more than before
  } catch {} // nothing in hand, or no storage

  // --- the forms

  const entries = (form) => {
    const data = new FormData(form);
    for (const box of form.querySelectorAll("[type=checkbox]:not(:checked)")) data.set(box.name, "no");
    return data;
  };
  const number = (input) => {
    const typed = input.value.trim().replace("\u2212", "-");
    return /^[+-]?\d+$/.test(typed) ? Number(typed) : NaN;
  };
  // The value one step away, or NaN: at a bound, and where what was typed is no number (it stays as typed).
  const stepped = (input, by) => {
    const [low, high] = ["min", "max"].map((end) => Number(input.getAttribute(`aria-value${end}`)));
    if (input.value.trim() === "") return by > 0 ? Math.max(low, 0) : NaN;
    let value = number(input);
    do value += by; while (input.dataset.gaps?.split(",").includes(String(value)));
    return (by > 0 ? value <= high : value >= low) ? value : NaN;
  };
  const written = (figure) => figure.replace(/^-/, "−");
  const step = (input, by) => {
    const value = stepped(input, by);
    if (isNaN(value)) return;
    input.value = written(String(value));
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const rungInput = (radio) => document.getElementById(radio.closest("[data-rungs]").dataset.rungs);
  const settle = (form) => {
    const data = entries(form);
    for (const part of form.querySelectorAll("[data-only]"))
      part.hidden = !part.dataset.only.split(" ").every((condition) => {
        const [name, values] = condition.split("=");
        return values.split(",").includes(data.get(name));
      });
    for (const input of form.querySelectorAll("[role=spinbutton]")) {
      if (isNaN(number(input))) input.removeAttribute("aria-valuenow");
      else input.setAttribute("aria-valuenow", number(input));
      for (const button of input.parentElement.querySelectorAll("[data-step]"))
        button.setAttribute("aria-disabled", isNaN(stepped(input, Number(button.dataset.step))));
    }
    for (const radio of form.querySelectorAll("[data-rungs] input"))
      radio.checked = Number(radio.value) === number(rungInput(radio));
  };
  const show = (form) => {
    for (const one of forms()) one.hidden = one !== form;
    settle(form);
    document.getElementById("system").value = form.id;
    document.getElementById("go").setAttribute("form", form.id);
    if (root.dataset.pyroll !== "loading") return; // Python draws the chances
    const { children } = document.getElementById(`waiting-${form.id}`).content.cloneNode(true);
    for (const part of [...children]) document.getElementById(part.id).replaceWith(part);
  };
  // A line of the text form into its form, if there is one: whatever it says is only ever a value. Links forget to
  // quote their plus signs, our own notes do not.
  const enter = (line, noted = false) => {
    const [, key, query] = /^([^?]*)\?([^@]*)/.exec(line) ?? [];
    const form = forms().find(({ id }) => id === key);
    form?.reset();
    for (const [name, text] of new URLSearchParams(form && query)) {
      const control = form.elements.namedItem(name);
      const value = noted ? text : text.replaceAll(" ", "+");
      if (name.startsWith("opponent.") && control) form.elements.namedItem("opposed").value = "yes";
      if (control?.type === "checkbox") control.checked = value === "yes";
      else if (control?.getAttribute?.("role") === "spinbutton") control.value = written(value);
      else if (control?.name || control?.length) control.value = value;
    }
    return form;
  };
  const fill = (line) => {
    const form = enter(line);
    if (form) show(form);
  };
  // Links inside the page move the focus only: the address is the test's, not a place in the page. What hides the
  // place gives way: a closed disclosure, or a condition (a link may be wrong about a field that does not apply).
  const focus = (id) => {
    const place = document.getElementById(id);
    for (let box = place; box; box = box.parentElement?.closest("details, [data-only]"))
      if (box.matches("details")) box.open = true;
      else if (box.matches("[data-only]")) box.hidden = false;
    const within = (one) => place.matches("fieldset") && place.querySelector(one);
    (within("input:checked") || within("input") || place).focus();
  };

  // Which screen shows: one of its own address ("#/journal"), or the test. Python has the last word.
  const SCREENS = { "#/personnages": "people", "#/journal": "journal", "#/regles": "rules", "#/recu": "received", "#/groupe": "group" };
  const screen = (name) => {
    root.dataset.screen = name;
    for (const tab of document.querySelectorAll("[data-tab]"))
      if (tab.dataset.tab === (name === "typed" ? "test" : name)) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
  };
  // What a person does before Python is there: it counts more than the test that the address has brought.
  const touched = () => {
    if (root.dataset.pyroll === "loading") root.dataset.touched = "";
  };
  const early = () => root.dataset.pyroll === "ready" || screen(SCREENS[location.hash.split("/", 2).join("/")] ?? "test");

  // --- what a person does

  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form?.dataset.system) return;
    touched();
    if (target.closest("[data-rungs]")) rungInput(target).value = target.value;
    settle(form);
    store(`form.${form.id}`, new URLSearchParams(entries(form)));
    store("system", form.id); // a link may have brought it
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id !== "system") return;
    touched();
    show(document.getElementById(target.value));
    store("system", target.value);
  });
  document.addEventListener("keydown", (event) => {
    const everywhere = event.key === "Enter" && (event.ctrlKey || event.metaKey); // once Python is there, it knows where
    if (everywhere && root.dataset.pyroll === "loading") document.getElementById("go").click();
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || event.target.role !== "spinbutton") return;
    event.preventDefault();
    step(event.target, by);
  });
  document.addEventListener("click", (event) => {
    const place = event.target.closest("button, a[data-goto], #retry");
    if (!place) return;
    if (place.matches("a")) event.preventDefault();
    if (place.dataset.goto) focus(place.dataset.goto);
    if (place.dataset.step) step(place.parentElement.querySelector("input"), Number(place.dataset.step));
    if (place.id === "retry") location.reload();
    if (place.dataset.set === "language") store("language", place.value); // Python says the rest
    if (place.dataset.set === "theme") {
      const device = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      root.dataset.theme = (root.dataset.theme ?? device) === "dark" ? "light" : "dark";
      store("theme", root.dataset.theme);
    }
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault(); // nothing ever leaves the page
    if (root.dataset.pyroll === "loading") root.dataset.queued = "";
  });
  document.addEventListener("toggle", ({ target }) => store(`open.${target.id}`, target.open), true);
  // On paper a result says why, whether that was unfolded or not.
  const reasons = () => document.getElementById("why");
  let unfolded;
  addEventListener("beforeprint", () => {
    unfolded ??= reasons().open;
    reasons().open = true;
  });
  addEventListener("afterprint", () => {
    reasons().open = unfolded ?? reasons().open;
    unfolded = undefined;
  });
  // Back from another screen the form is as it was left.
  addEventListener("hashchange", ({ oldURL }) => {
    if (!location.hash.startsWith("#/")) delete root.dataset.touched; // a test that is opened later counts more
    if (!oldURL.includes("#/")) fill(location.hash.slice(1));
  });
  addEventListener("hashchange", early);
  document.addEventListener("DOMContentLoaded", () => {
    for (const details of document.querySelectorAll("details[id]"))
      details.open = (store(`open.${details.id}`) ?? `${"wide" in details.dataset && innerWidth >= 700}`) === "true";
    for (const { id } of forms()) enter(`${id}?${store(`form.${id}`) ?? ""}`, true);
    const last = forms().find(({ id }) => id === store("system"));
    show(enter(location.hash.slice(1)) ?? last ?? forms()[0]);
    early();
  });

  // What Python is given: page.mjs, and from here the forms.
  globalThis.pyroll = import("./page.mjs").then((page) => ({
    ...page,
    fill,
    focus,
    screen,
    entries: (key) => {
      const form = forms().find(({ id }) => id === key) ?? shown();
      return `${form.id}?${new URLSearchParams(entries(form))}`;
    },
    language: () => store("language") ?? (/^fr\b/.test(navigator.language) ? "fr" : "en"),
  }));

  // --- a start that fails

  const loaded = (test) => performance.getEntriesByType("resource").filter(test).length;
  // Some hosts answer with a page where there is no such file.
  const missing = () => loaded((one) => one.responseStatus >= 400 || one.contentType === "text/html");
  const fail = (why) => {
    if (root.dataset.pyroll !== "loading") return;
    root.dataset.failure = why ?? (missing() ? "file" : "start");
    root.dataset.pyroll = "failed";
  };
  const soon = () => setTimeout(fail, 300); // what was missing is not known at once
  // PyScript and Pyodide wait without end for some files that are not there, and for a .wasm of a wrong type: when
  // nothing has come for a while, look at it. An honest one may take its time, on a slow line.
  const look = async () => {
    if (missing()) return fail("file");
    if (navigator.serviceWorker?.controller) return; // it has them all, and the network may be gone
    const { ok, headers } = await fetch("./static/vendor/pyodide/pyodide.asm.wasm", { method: "HEAD" });
    if (!ok || missing()) fail("file");
    else if (!/^application\/wasm/.test(headers.get("content-type"))) fail("type");
  };
  const watch = (seen, still) => {
    const now = loaded((one) => !one.name.endsWith(".wasm"));
    const quiet = now === seen ? still + 1 : 0; // in units of two seconds
    if (quiet === 2) look().catch(() => {}); // offline, it cannot be asked for
    if (quiet === 90) fail();
    if (root.dataset.pyroll === "loading") setTimeout(watch, 2000, now, quiet);
  };
  document.addEventListener("DOMContentLoaded", () => {
    try {
      new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // the smallest there is
    } catch {
      return fail("wasm");
    }
    // PyScript evaluates its worker hooks even on the main thread, which would need 'unsafe-eval'.
    import("./vendor/pyscript/core.js").then(({ hooks }) => hooks.worker.onBeforeRunAsync.clear()).catch(soon);
    watch();
  });
  addEventListener("pyroll:failed", soon);
  addEventListener("unhandledrejection", soon);
  addEventListener("py:all-done", soon); // it comes after a failed start too: only Python says "ready"

  // Another page put a new version in use while this one was starting: half of each is neither. Messages are held back
  // until the page is read, and lost where nobody listens by then.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data === "settled" && root.dataset.pyroll === "loading") location.reload();
  });
}
