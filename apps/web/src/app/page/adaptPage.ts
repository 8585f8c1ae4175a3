import { whenIdle } from '../session/whenIdle.ts'

/** Loads what few page views need, the print style and the printed heading, once the page is idle. */
export async function adaptPage(): Promise<void> {
  await whenIdle()
  const { followPrinting } = await import('./printHeading.ts')
  followPrinting()
}
