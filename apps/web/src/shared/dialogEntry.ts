// An open dialog has a history entry of its own at the page's address, with its name in the entry's state, so that Back
// closes it. A navigation from within replaces that entry (shared/router.tsx).
import { navigate, useHistoryState } from './router.tsx'

/** The function to run after `history.back()`; undefined unless the browser is going back. */
let afterBack: (() => void) | undefined

export const isGoingBack = (): boolean => afterBack !== undefined

/** Goes back in the history and then calls `next`. During an earlier call's wait, `next` only replaces its function. */
export function goBack(next: () => void = () => undefined) {
  const isUnderWay = isGoingBack()
  afterBack = next
  if (isUnderWay) return
  const finish = () => {
    const run = afterBack
    afterBack = undefined
    run?.()
  }
  addEventListener('popstate', finish, { once: true })
  history.back()
}

/** Closes the open dialog that has a history entry, if there is one; then calls `next`. */
export function closeDialog(next?: () => void) {
  if (history.state?.dialog && !isGoingBack()) goBack(next)
  else next?.()
}

/** Closes the dialog if it is the open one: it may report its closing after another one was opened. */
export const closeDialogNamed = (name: string) => history.state?.dialog === name && closeDialog()

export const openDialog = (name: string) =>
  navigate(location.pathname + location.search, { state: { dialog: name } })

/** The name of the open dialog. */
export const useOpenDialog = (): string | undefined => useHistoryState<{ dialog?: string } | null>()?.dialog

/** Whether the dialog `name` is open, and the functions that open and close it. */
export const useDialogEntry = (name: string) => ({
  isOpen: useOpenDialog() === name,
  open: () => openDialog(name),
  close: () => void closeDialogNamed(name),
})
