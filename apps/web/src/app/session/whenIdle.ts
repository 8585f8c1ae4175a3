import { config } from '../../config.ts'

/** Resolves once the page has loaded and is idle; it waits for each of the two at most `idleTimeoutMs`. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
      setTimeout(resolve, config.idleTimeoutMs)
    })
  }
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: config.idleTimeoutMs })
    else setTimeout(resolve)
  })
}
