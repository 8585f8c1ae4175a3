import { App } from '@capacitor/app'

/** The open modal dialogs, in the order of the document; the top one is the last. */
const modals = () => document.querySelectorAll<HTMLDialogElement>('.sheet[open], .drawer[open]')

/** Whether the dialog is the forced change of password, which cannot be closed. */
const isHeld = (modal: Element) => modal.matches('[closedby="none"]')

/** Closes the dialogs of the previous page before a link of another app or a notification opens its own page. */
export function closeModals() {
  for (const modal of modals()) if (!isHeld(modal)) modal.close()
}

/**
 * Handles Android's back button: closes the top dialog, else goes to the previous page, else moves the app to the
 * background, as the system does, so that the parent can return to the same page at once.
 */
export function goBack(canGoBack: boolean) {
  const modal = Array.from(modals()).at(-1)
  if (modal && isHeld(modal)) return void App.minimizeApp()
  if (modal) return modal.close()
  if (document.querySelector('dialog[open]')) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    return
  }
  if (canGoBack) history.back()
  else void App.minimizeApp()
}
