import { config } from '../../config.ts'
import { isNative } from './native.ts'

/** '1.0.16'; in the phone's app with the build number: '1.0.16 (10016)'. */
export async function appVersion(): Promise<string> {
  if (!isNative()) return config.appVersion
  const native = await import('./version.native.ts')
  return native.appVersion()
}
