import { config } from '../../config.ts'
import { hasUnsavedInput } from '../session/hasUnsavedInput.ts'
import { startFile } from './startFile.ts'

/**
 * Reloads the page if code cannot be fetched because the server has a new build, at most once per history entry. Any
 * other failure, such as a lost connection, is thrown again.
 */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (history.state?.hasReloaded || hasUnsavedInput() || !(await isReplaced())) throw error
  // Two parts of a page may fail at once, and both wait for the server's answer: only the first reloads.
  if (!history.state?.hasReloaded) {
    history.replaceState({ ...history.state, hasReloaded: true }, '')
    location.reload()
  }
  return new Promise(() => undefined)
}

async function isReplaced(): Promise<boolean> {
  const start = startFile()
  if (!start) return false
  const signal = AbortSignal.timeout(config.callDeadlineMs)
  // The service worker answers only GET, so HEAD reaches the server.
  const answer = await fetch(start, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer?.status === 404
}
