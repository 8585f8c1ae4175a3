import { getSession, onSessionChange } from '../../session/store.ts'

export type Toast = { id: number; kind: 'success' | 'error'; text: string }

let toast: Toast | undefined
let toastCount = 0
const listeners = new Set<() => void>()

export const getToast = (): Toast | undefined => toast

/** Shows a toast, which replaces the previous one. */
export function showToast(kind: Toast['kind'], text: string) {
  toastCount += 1
  setToast({ id: toastCount, kind, text })
}

export const hideToast = () => setToast(undefined)

function setToast(next: Toast | undefined) {
  toast = next
  for (const listener of listeners) listener()
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let token = getSession().auth_token
onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  hideToast() // the next parent must not see it
})
