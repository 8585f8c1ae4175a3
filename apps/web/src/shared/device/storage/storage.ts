import { isNative } from '../native.ts'

/** Where the stored keys stand (spec §3), read and written at once. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let ofPhone: KeyStore | undefined

/** @throws where the device refuses to store, and on a phone before `openStorage` has ended */
export function keyStore(): KeyStore {
  if (!isNative()) return localStorage
  if (!ofPhone) throw new Error('not open yet') // a phone never keeps a token in localStorage (R15)
  return ofPhone
}

/** For `storage.native.ts`, before the session starts. */
export function keepIn(store: KeyStore) {
  ofPhone = store
}
