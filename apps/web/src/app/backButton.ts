import { leaveApp } from '../shared/device/shell.native.ts'

/** What lies over the page: the last opened of the modal dialogs, or the panel beside a list. */
const modals = () => document.querySelectorAll<HTMLDialogElement>('.sheet[open], .drawer[open]')

/**
 * Android's back: closes what lies on top, else goes to the page before, else leaves. It leaves as the system's own
 * back does on a first page, to the background: coming back is then at once, and where the parent was.
 */
export function goBack(canGoBack: boolean) {
  const modal = Array.from(modals()).at(-1)
  if (modal?.matches('[closedby="none"]')) return void leaveApp() // the forced change of password
  if (modal) return modal.close()
  if (document.querySelector('dialog[open]')) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    return
  }
  if (canGoBack) history.back()
  else void leaveApp()
}
