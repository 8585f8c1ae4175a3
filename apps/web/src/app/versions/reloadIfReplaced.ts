import { config } from '../../config.ts'
import { hasUnsavedInput } from '../session/hasUnsavedInput.ts'
import { entryFileAddress } from './entryFileAddress.ts'

/**
 * Handles the failure to fetch code: reloads the page if the server has another build, at most once per history entry
 * and not if a reload would lose unsaved input. In all other cases, such as a lost connection, it throws `error` again.
 */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (history.state?.hasReloaded || hasUnsavedInput() || !(await isBuildReplaced())) throw error
  // Two parts of a page may fail at once, and both wait for the server's answer: only the first reloads.
  if (!history.state?.hasReloaded) {
    history.replaceState({ ...history.state, hasReloaded: true }, '')
    location.reload()
  }
  return new Promise(() => undefined)
}

async function isBuildReplaced(): Promise<boolean> {
  const start = entryFileAddress()
  if (!start) return false
  const signal = AbortSignal.timeout(config.callDeadlineMs)
  // The service worker answers only GET, so HEAD reaches the server.
  const answer = await fetch(start, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer?.status === 404
}
