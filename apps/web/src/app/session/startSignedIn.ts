import { watchProfile } from './watchProfile.ts'

/** Starts the background work for a signed-in parent. */
export function startSignedIn() {
  watchProfile()
  import('../page/adaptPage.ts').then((m) => m.adaptPage()).catch(() => undefined)
}
