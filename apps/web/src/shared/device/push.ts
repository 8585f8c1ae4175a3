import { isNative } from './native.ts'

/** Hears the tokens of the phone's push service. A browser has none, and loads no code for it. */
export async function onPushToken(listener: (token: string) => void): Promise<void> {
  if (!isNative()) return
  const native = await import('./push.native.ts')
  await native.onPushToken(listener)
}
