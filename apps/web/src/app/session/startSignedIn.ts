import { watchProfile } from './watchProfile.ts'

/** Starts the work in the background for a signed-in parent: the refreshes of the profile and the printed heading. */
export function startBackgroundWork() {
  watchProfile()
  import('../page/printHeading.ts').then((m) => m.followPrintingOnceIdle()).catch(() => undefined)
}
