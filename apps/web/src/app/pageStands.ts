import { config } from '../config.ts'

/**
 * Resolves once the page is loaded and has nothing to do. Neither a photo that hangs nor a device that is never idle
 * holds it back for ever.
 */
export async function pageStands(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
      setTimeout(resolve, config.pageStandsMs)
    })
  }
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: config.pageStandsMs })
    else setTimeout(resolve)
  })
}
