import { leaveApp } from '../../shared/device/screen/shell.native.ts'

/** What lies over the page, the last opened last. */
const modals = () => document.querySelectorAll<HTMLDialogElement>('.sheet[open], .drawer[open]')

/** The forced change of password, which nothing closes. */
const isHeld = (modal: Element) => modal.matches('[closedby="none"]')

/** What lay over the page before is not what another app or a notification asked for. */
export function closeModals() {
  for (const modal of modals()) if (!isHeld(modal)) modal.close()
}

/**
 * Android's back: closes what lies on top, else goes to the page before, else leaves. It leaves as the system's own
 * back does on a first page, to the background: coming back is then at once, and where the parent was.
 */
export function goBack(canGoBack: boolean) {
  const modal = Array.from(modals()).at(-1)
  if (modal && isHeld(modal)) return void leaveApp()
  if (modal) return modal.close()
  if (document.querySelector('dialog[open]')) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    return
  }
  if (canGoBack) history.back()
  else void leaveApp()
}
