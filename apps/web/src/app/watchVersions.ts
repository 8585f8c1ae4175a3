import { config } from '../config.ts'
import { isNative } from '../shared/device/native.ts'

/**
 * Once the page stands: keeps the build on this device and follows its versions. A phone's app brings its own, and
 * the development server has none.
 */
export function watchVersions() {
  if (import.meta.env.PROD && !isNative()) void whenPageStands(() => import('./versions.ts'))
}

async function whenPageStands(load: () => Promise<{ followVersions: () => void }>) {
  // A photo that hangs holds the event back.
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
      setTimeout(resolve, config.pageStandsMs)
    })
  }
  await new Promise<unknown>((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
  await load().then(
    (versions) => versions.followVersions(),
    () => undefined, // a page without this is still a page
  )
}
