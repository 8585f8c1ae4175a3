import { config } from '../config.ts'

/** Resolves once the page is loaded and has nothing to do. A photo that hangs does not hold it back for ever. */
export async function pageStands(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
      setTimeout(resolve, config.pageStandsMs)
    })
  }
  await new Promise<unknown>((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
}
