import { isNative } from '../native.ts'

/** The synchronous storage of the keys of spec §3. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let phoneStore: KeyStore | undefined

/** Returns the storage. @throws if the browser blocks it, and on a phone before `openStorage` has ended */
export function keyStore(): KeyStore {
  if (!isNative()) return localStorage
  if (!phoneStore) throw new Error('not open yet') // a phone never keeps a token in localStorage (R15)
  return phoneStore
}

/** Sets the phone's storage; `storage.native.ts` calls it before the session starts. */
export function setKeyStore(store: KeyStore) {
  phoneStore = store
}
