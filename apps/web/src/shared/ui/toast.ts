export type Toast = { kind: 'success' | 'error'; text: string }

let toast: Toast | undefined
const listeners = new Set<() => void>()

export const getToast = (): Toast | undefined => toast

/** Says briefly what has just happened, in place of what was said before. */
export function showToast(kind: Toast['kind'], text: string) {
  become({ kind, text })
}

export const hideToast = () => become(undefined)

function become(next: Toast | undefined) {
  toast = next
  for (const listener of listeners) listener()
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
