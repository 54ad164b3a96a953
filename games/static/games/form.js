// Forms and buttons that name what they do, and tell mistakes at the fields they are about.

import { Unreachable } from "./api.js";
import { t, toast } from "./ui.js";

/** Let forms and buttons do what they name among `acts`; if that tells a step, the page is loaded again there. */
export function watchForms(root, acts) {
  root.addEventListener("submit", ({ target: form, submitter }) => {
    const act = acts[form.dataset.act];
    if (!act) return;
    tell(form);
    send(act, Object.fromEntries(new FormData(form)), submitter, (problem) => tell(form, problem));
  });
  root.addEventListener("click", ({ target: button }) => {
    const input = button.previousElementSibling;
    if (button.matches("button[data-act]")) {
      send(acts[button.dataset.act], button.dataset, button, (problem) => toast(reason(problem), true));
    } else if (button.matches(".entry button")) {
      button.ariaPressed = String(input.type === "password");
      input.type = input.type === "password" ? "text" : "password";
    }
  });
}

async function send(act, values, button, failed) {
  button.disabled = true;  // Also while the page is left.
  try {
    const step = await act(values);
    if (step !== undefined) return location.replace(`?step=${step}`);
  } catch (problem) {
    failed(problem);
  }
  button.disabled = false;
  if (document.activeElement === document.body) button.focus();
}

/** What to say of what went wrong. */
function reason(problem) {
  if (problem instanceof Unreachable) return t("account.noAnswer");
  if (!problem.status) throw problem;
  return problem.status === 429 ? t("account.tooOften") : problem.message;
}

function tell(form, problem) {
  for (const input of form.querySelectorAll("input")) {
    const text = problem?.errors?.filter(({ field }) => field === input.name).map((each) => each.text).join(" ");
    document.getElementById(`${input.name}-error`).textContent = text;
    input.ariaInvalid = text ? "true" : null;
  }
  const first = form.querySelector("[aria-invalid]");
  form.querySelector("[role=alert]").textContent = problem && !first ? reason(problem) : "";
  first?.focus();
}
