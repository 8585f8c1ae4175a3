import { observable } from '../../observable.ts'
import { onSessionChange } from '../../session/store.ts'

export type Toast = { id: number; kind: 'success' | 'error'; text: string }

const shownToast = observable<Toast | undefined>(undefined)
let toastCount = 0

export const { get: getToast, use: useToast } = shownToast

/** Shows a toast, which replaces the previous one. */
export function showToast(kind: Toast['kind'], text: string) {
  toastCount += 1
  shownToast.set({ id: toastCount, kind, text })
}

export const hideToast = () => shownToast.set(undefined)

onSessionChange(({ auth_token }, before) => {
  if (auth_token !== before.auth_token) hideToast() // the next parent must not see the toast
})
