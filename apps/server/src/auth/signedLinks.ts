import { createSecretKey, timingSafeEqual } from 'node:crypto'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { hmac, type Keys } from '@apoderados/core/secrets/keys'

const SECONDS_PER_HOUR = 3600

/** The fields of a photo's link. */
export type PhotoLink = { id: string; school: string; session: string; expires: string; signature: string }
/** Signs and checks the links that are opened without a bearer token: of photos, and to end the digests. */
export type Links = {
  /**
   * Returns a photo's root-relative URL, which is valid for one to two hours and constant within the hour, so that
   * browsers can cache it; null for a null id. `school` is the id of the school that stores the photo; 0 for a parent's
   * own photo or a school's badge.
   */
  photo(photo_id: string | null, session_id: string, school?: number): string | null
  isGenuine(link: PhotoLink): boolean
  /** Returns the root-relative path that ends a parent's digests, valid while the server has the key that signed it. */
  endOfDigest(parent_id: number): string
  isGenuineDigest(parent: string, signature: string): boolean
}

const photoTextToSign = ({ id, school, session, expires }: Omit<PhotoLink, 'signature'>) =>
  `photo ${id} ${school} ${session} ${expires}`
const photoPath = BASE_PATH + api.getPhoto.path.replace(':id', '')
const nowSeconds = () => Math.floor(Date.now() / 1000)

function isSignature(keys: Keys, text: string, signature: string): boolean {
  const received = Buffer.from(signature)
  return keys.some((key) => {
    const expected = Buffer.from(hmac(key.links, text))
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
}

export function createLinks(keys: Keys): Links {
  const [current] = keys
  // The key is imported once, because a class list has 40 links, and an import costs more than a signature.
  const key = createSecretKey(current.links)
  return {
    photo(id, session, schoolId = 0) {
      if (id === null) return null
      const hour = Math.floor(nowSeconds() / SECONDS_PER_HOUR)
      const expires = String((hour + 2) * SECONDS_PER_HOUR)
      const school = String(schoolId)
      const signature = hmac(key, photoTextToSign({ id, school, session, expires }))
      // All parts are hexadecimal, digits or base64url, which need no URL escape.
      return `${photoPath}${id}?school=${school}&session=${session}&expires=${expires}&signature=${signature}`
    },
    endOfDigest: (parent_id) =>
      BASE_PATH +
      api.endDigest.path
        .replace(':parent', String(parent_id))
        .replace(':signature', hmac(key, `digest ${parent_id}`)),
    isGenuineDigest: (parent, signature) => isSignature(keys, `digest ${parent}`, signature),
    isGenuine({ signature, ...link }) {
      if (Number(link.expires) <= nowSeconds()) return false
      return isSignature(keys, photoTextToSign(link), signature)
    },
  }
}
