// The page before Python is there: steppers, system picker, what applies, last values, a roll asked for early.
// Then the one way in which Python's HTML enters the page under the strict policy.
"use strict";
{
  const root = document.documentElement;
  const forms = () => document.querySelectorAll("form[data-system]");
  const shown = () => document.querySelector("form[data-system]:not([hidden])");
  const store = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(`pyroll.${key}`);
      localStorage.setItem(`pyroll.${key}`, value);
    } catch {} // storage may be refused: the page does without
  };
  if (store("theme")) root.dataset.theme = store("theme");

  const entries = (form) => {
    const data = new FormData(form);
    for (const box of form.querySelectorAll("[type=checkbox]:not(:checked)")) data.set(box.name, "no");
    return data;
  };

  // The value one step away, or null: at a bound, and where what was typed is no number (it stays as typed).
  const stepped = (input, step) => {
    const [low, high] = ["min", "max"].map((end) => Number(input.getAttribute(`aria-value${end}`)));
    const typed = input.value.trim().replace("\u2212", "-");
    if (typed === "") return step > 0 ? Math.max(low, 0) : null;
    if (!/^[+-]?\d+$/.test(typed)) return null;
    const gaps = (input.dataset.gaps ?? "").split(",");
    let value = Number(typed);
    do value += step; while (gaps.includes(String(value)));
    return (step > 0 ? value <= high : value >= low) ? value : null;
  };
  const step = (input, by) => {
    const value = stepped(input, by);
    if (value === null) return;
    input.value = value;
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  };

  const settle = (form) => {
    const data = entries(form);
    for (const part of form.querySelectorAll("[data-only]")) {
      part.hidden = !part.dataset.only.split(" ").every((condition) => {
        const [name, values] = condition.split("=");
        return values.split(",").includes(data.get(name));
      });
    }
    for (const input of form.querySelectorAll("[role=spinbutton]")) {
      if (/^[+-]?\d+$/.test(input.value)) input.setAttribute("aria-valuenow", Number(input.value));
      else input.removeAttribute("aria-valuenow");
      for (const button of input.parentElement.querySelectorAll("[data-step]"))
        button.setAttribute("aria-disabled", stepped(input, Number(button.dataset.step)) === null);
    }
    for (const radio of form.querySelectorAll("[data-rungs] input"))
      radio.checked = radio.value === rungInput(radio).value.trim();
  };
  const rungInput = (radio) => document.getElementById(radio.closest("[data-rungs]").dataset.rungs);

  const show = (key) => {
    for (const form of forms()) form.hidden = form.id !== key;
    document.getElementById("system").value = key;
    document.getElementById("go").setAttribute("form", key);
  };
  // A line of the text form into its form: whatever it says is only ever a value.
  const fill = (line) => {
    const [, key, query] = /^([^?]*)\?([^@]*)/.exec(line) ?? [];
    const form = [...forms()].find((one) => one.id === key);
    if (!form) return;
    form.reset();
    for (const [name, text] of new URLSearchParams(query)) {
      const control = form.elements.namedItem(name);
      const value = text.replaceAll(" ", "+");
      if (name.startsWith("opponent.") && control) form.elements.namedItem("opposed").value = "yes";
      if (control?.type === "checkbox") control.checked = value === "yes";
      else if (control?.name || control?.length) control.value = value;
    }
    settle(form);
    show(key);
  };

  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form?.dataset.system) return;
    if (target.closest("[data-rungs]")) rungInput(target).value = target.value;
    settle(form);
    store(`form.${form.id}`, new URLSearchParams(entries(form)));
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id !== "system") return;
    show(target.value);
    store("system", target.value);
  });
  // The address is the test's, not a place in the page: links inside the page move the focus only.
  const focus = (id) => {
    const place = document.getElementById(id);
    for (let box = place.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    const control = place.matches("fieldset") ? place.querySelector("input:checked") ?? place.querySelector("input") : place;
    control.focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-goto]");
    if (link) {
      event.preventDefault();
      focus(link.dataset.goto);
    }
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step) step(button.parentElement.querySelector("input"), Number(button.dataset.step));
    if (button.id === "retry") location.reload();
    if (button.id === "theme") {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      store("theme", root.dataset.theme);
    }
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || event.target.role !== "spinbutton") return;
    event.preventDefault();
    step(event.target, by);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault(); // nothing ever leaves the page
    if (root.dataset.pyroll !== "ready") root.dataset.queued = "";
  });
  document.addEventListener("toggle", ({ target }) => store(`open.${target.id}`, target.open), true);
  addEventListener("hashchange", () => fill(location.hash.slice(1)));
  document.addEventListener("DOMContentLoaded", () => {
    for (const details of document.querySelectorAll("details[id]"))
      details.open = store(`open.${details.id}`) === "true";
    for (const form of forms()) fill(`${form.id}?${store(`form.${form.id}`) ?? ""}`);
    const last = document.getElementById(store("system") ?? "") ?? forms()[0];
    show(last.id);
    fill(location.hash.slice(1));
  });

  const policy = globalThis.trustedTypes?.createPolicy("pyroll-html", { createHTML: (html) => html });
  globalThis.pyroll = import("./vendor/idiomorph/idiomorph.esm.js").then(({ Idiomorph }) => ({
    fill,
    focus,
    entries: () => `${shown().id}?${new URLSearchParams(entries(shown()))}`,
    patch(html) {
      const template = document.createElement("template");
      template.innerHTML = policy ? policy.createHTML(html) : html;
      for (const region of [...template.content.children])
        Idiomorph.morph(document.getElementById(region.id), region, { morphStyle: "outerHTML" });
    },
  }));

  const fail = () => {
    if (root.dataset.pyroll === "loading") root.dataset.pyroll = "failed";
  };
  // PyScript evaluates its worker hooks even on the main thread, which would need 'unsafe-eval'.
  const start = () =>
    import("./vendor/pyscript/core.js").then(({ hooks }) => hooks.worker.onBeforeRunAsync.clear()).catch(fail);
  document.addEventListener("DOMContentLoaded", start);
  addEventListener("unhandledrejection", fail);
  addEventListener("py:all-done", fail); // it comes after a failed start too: only Python says "ready"
  setTimeout(fail, 90_000); // a .wasm served with a wrong type is waited for without end
}
