import { watchProfile } from './watchProfile.ts'

/** Starts the background work for a signed-in parent. */
export function startSignedIn() {
  watchProfile()
  import('../page/loadPrintSupport.ts').then((m) => m.loadPrintSupport()).catch(() => undefined)
}
