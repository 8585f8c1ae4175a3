import { whenIdle } from '../session/whenIdle.ts'

/** Loads the print style and the printed heading once the page is idle, as few page views need them. */
export async function loadPrintSupport(): Promise<void> {
  await whenIdle()
  const { followPrinting } = await import('./printHeading.ts')
  followPrinting()
}
