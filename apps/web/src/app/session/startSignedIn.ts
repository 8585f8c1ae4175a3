import { watchProfile } from './watchProfile.ts'

/** Starts the background work for a signed-in parent. */
export function startSignedIn() {
  watchProfile()
  import('../page/printHeading.ts').then((m) => m.followPrintingOnceIdle()).catch(() => undefined)
}
