import { config } from '../../config.ts'
import { hasUnsavedInput } from '../session/hasUnsavedInput.ts'
import { startFile } from './startFile.ts'

/**
 * Reloads the page when code cannot be fetched because the server has a new build, at most once per history entry. Any
 * other failure, such as a dead network, stays an error.
 */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (history.state?.hasReloaded || hasUnsavedInput() || !(await isReplaced())) throw error
  history.replaceState({ ...history.state, hasReloaded: true }, '')
  location.reload()
  return new Promise(() => undefined)
}

async function isReplaced(): Promise<boolean> {
  const start = startFile()
  if (!start) return false
  const signal = AbortSignal.timeout(config.callDeadlineMs)
  // The service worker answers GET alone; HEAD reaches the server.
  const answer = await fetch(start, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined)
  return answer?.status === 404
}
