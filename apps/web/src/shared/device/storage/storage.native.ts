import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { Preferences } from '@capacitor/preferences'
import { type KeyStore, setKeyStore } from './storage.ts'

/** The time limit for one value, in ms: Android's Keystore may never answer after a restore or a new screen lock. */
const RESPONSE_WITHIN_MS = 2_000

type AsyncKeyStore = {
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string) => Promise<void>
  remove: (key: string) => Promise<unknown>
}

/** The store for secrets. They stay on this device: they are neither in iCloud nor restored to another phone. */
export const secureStore: AsyncKeyStore = {
  async get(key) {
    const value = await SecureStorage.get(key, false, false)
    return typeof value === 'string' ? value : null
  },
  set: (key, value) => SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly),
  remove: (key) => SecureStorage.remove(key, false),
}

const plainStore: AsyncKeyStore = {
  get: async (key) => (await Preferences.get({ key })).value,
  set: (key, value) => Preferences.set({ key, value }),
  remove: (key) => Preferences.remove({ key }),
}

const storeOf = (key: string): AsyncKeyStore => (key === 'auth_token' ? secureStore : plainStore)

export function withDeadline<T>(response: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, RESPONSE_WITHIN_MS, new Error('no response')),
  )
  return Promise.race([response, timeout])
}

/** Reads all values into memory, where the session reads them synchronously. One that fails or is late is absent. */
export async function openStorage(keys: readonly string[]): Promise<void> {
  const values = new Map<string, string>()
  const read = async (key: string) => {
    const value = await withDeadline(storeOf(key).get(key)).catch(() => null)
    if (value !== null) values.set(key, value)
  }
  await Promise.all(keys.map(read))
  setKeyStore(writeThroughStore(values))
}

/** Returns a storage in memory that writes to the phone in sequence, so that no write follows a sign-out's removal. */
function writeThroughStore(values: Map<string, string>): KeyStore {
  let last: Promise<unknown> = Promise.resolve()
  const pass = (write: () => Promise<unknown>) => {
    last = last.then(() => withDeadline(write())).catch(() => undefined)
  }
  const remove = (key: string) => storeOf(key).remove(key)
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (values.get(key) === value) return
      values.set(key, value)
      // A failed write removes the key: the previous session's token must not stay beside the data of this session.
      pass(() =>
        storeOf(key)
          .set(key, value)
          .catch(() => remove(key)),
      )
    },
    removeItem(key) {
      values.delete(key)
      pass(() => remove(key)) // removes the stored value even if it could not be read before
    },
  }
}
