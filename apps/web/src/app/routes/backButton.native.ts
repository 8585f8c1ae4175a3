import { App } from '@capacitor/app'

/** The open modal dialogs, in the order of the document; the top one is the last. */
const openModals = () => document.querySelectorAll<HTMLDialogElement>('.sheet[open], .drawer[open]')

/** Whether the dialog is the forced change of password, which cannot be closed. */
const isForcedChange = (modal: Element) => modal.matches('[closedby="none"]')

/** Closes the open modal dialogs, except the forced change of password, before a link or notification opens a page. */
export function closeModals() {
  for (const modal of openModals()) if (!isForcedChange(modal)) modal.close()
}

/**
 * Handles Android's back button: closes the top dialog or the open panel, else goes to the previous page, else moves
 * the app to the background. While the forced change of password is open, it moves the app to the background at once.
 */
export function goBack(canGoBack: boolean) {
  const modal = Array.from(openModals()).at(-1)
  if (modal && isForcedChange(modal)) return void App.minimizeApp()
  if (modal) return modal.close()
  if (document.querySelector('dialog[open]')) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    return
  }
  if (canGoBack) history.back()
  else void App.minimizeApp()
}
