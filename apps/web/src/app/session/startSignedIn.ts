import { watchProfile } from './watchProfile.ts'

/** Starts what accompanies the pages of a signed-in parent. */
export function startSignedIn() {
  watchProfile()
  import('../page/adaptPage.ts').then((m) => m.adaptPage()).catch(() => undefined)
}
