import { config } from '../../config.ts'
import { isNative } from './native.ts'

/** Returns the app's version: '1.0.16', or in the phone's app '1.0.16 (10016)' with the build number. */
export async function appVersion(): Promise<string> {
  if (!isNative()) return config.appVersion
  const native = await import('./version.native.ts')
  return native.appVersion()
}
