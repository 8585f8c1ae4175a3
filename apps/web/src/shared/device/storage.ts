import { isNative } from './native.ts'

/** Where the stored keys stand (spec §3), read and written at once. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let ofPhone: KeyStore | undefined

/** @throws where the device refuses to store, and on a phone before `openStorage` has ended */
export function keyStore(): KeyStore {
  if (!isNative()) return localStorage
  if (!ofPhone) throw new Error('not open yet') // a token never stands in a phone's localStorage (R15)
  return ofPhone
}

/** On a phone, reads what its system keeps; before the session starts. Never throws, and ends within seconds. */
export async function openStorage(keys: readonly string[]): Promise<void> {
  if (!isNative()) return
  const native = await import('./storage.native.ts')
  ofPhone = await native.openStorage(keys)
}
