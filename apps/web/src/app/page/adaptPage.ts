import { whenIdle } from '../session/whenIdle.ts'

/** Brings what few page views need, the paper's style and heading, once the page is idle. */
export async function adaptPage(): Promise<void> {
  await whenIdle()
  const { followPrinting } = await import('./printHeading.ts')
  followPrinting()
}
