import { config } from '../config.ts'
import { hasUnsavedInput } from './hasUnsavedInput.ts'

/**
 * Code that cannot be fetched because the server has another build by now: loads this page anew, which brings that
 * one, and never twice at the same place. Anything else, a dead network above all, stays an error.
 */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (history.state?.hasReloaded || hasUnsavedInput() || !(await isReplaced())) throw error
  history.replaceState({ ...history.state, hasReloaded: true }, '')
  location.reload()
  return new Promise(() => undefined)
}

/** The start's own file is named by the hash of all that it leads to; the page of /login keeps it in `data-code`. */
function startFile(): string | undefined {
  const { code = '' } = document.documentElement.dataset
  const script = document.querySelector<HTMLScriptElement>('script[src*="/entry-"]')
  return script?.src ?? code.split(' ').find((file) => file.includes('/entry-'))
}

async function isReplaced(): Promise<boolean> {
  const start = startFile()
  if (!start) return false
  const signal = AbortSignal.timeout(config.callDeadlineMs)
  // Only GET is answered by the service worker; this asks the server.
  const answer = await fetch(start, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer?.status === 404
}
