/**
 * Repeats the submit and the taps that theme.js recorded on the prerendered form (build/loginPage.ts) before hydration.
 * If theme.js did not load, a submit before hydration sends nothing, because the form has `method="dialog"` (R14).
 */
export function hydrateLoginForm(form: HTMLFormElement | null) {
  const served = form?.closest<HTMLElement>('[data-served]')
  if (!served) return
  const isSent = served.dataset.served === 'sent'
  delete served.dataset.served
  for (const button of served.querySelectorAll<HTMLElement>('[data-tapped]')) {
    button.removeAttribute('data-tapped')
    button.click()
  }
  if (isSent) form?.requestSubmit()
}
