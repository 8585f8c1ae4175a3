/**
 * From here on the app answers the form that came with the page (loginPage.ts), and what was sent or tapped before is so now.
 * Until then theme.js keeps it; `method="dialog"` without a dialog sends nothing even where that is missing (R14).
 */
export function takeOverForm(form: HTMLFormElement | null) {
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
