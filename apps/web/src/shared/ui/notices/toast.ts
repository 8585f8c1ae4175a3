import { observable } from '../../observable.ts'
import { getSession, onSessionChange } from '../../session/store.ts'

export type Toast = { id: number; kind: 'success' | 'error'; text: string }

const shown = observable<Toast | undefined>(undefined)
let toastCount = 0

export const { get: getToast, use: useToast } = shown

/** Shows a toast, which replaces the previous one. */
export function showToast(kind: Toast['kind'], text: string) {
  toastCount += 1
  shown.set({ id: toastCount, kind, text })
}

export const hideToast = () => shown.set(undefined)

let token = getSession().auth_token
onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  hideToast() // the next parent must not see it
})
