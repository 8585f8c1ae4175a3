import { createSecretKey, timingSafeEqual } from 'node:crypto'
import { api } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { hmac, type Keys } from '@apoderados/database/secrets/keys'

const SECONDS_PER_HOUR = 3600

export type PhotoLink = { id: string; school: string; session: string; expires: string; signature: string }
export type Links = {
  /**
   * A root-relative address that lives one to two hours and stays the same within the hour, so that it caches. It
   * names the school where the picture is looked for; 0 for a parent's own, or a school's badge.
   */
  photo(photo_id: string | null, session_id: string, school?: number): string | null
  isGenuine(link: PhotoLink): boolean
}

const signed = ({ id, school, session, expires }: Omit<PhotoLink, 'signature'>) =>
  `photo ${id} ${school} ${session} ${expires}`
const photoPath = BASE_PATH + api.getPhoto.path.replace(':id', '')
const nowSeconds = () => Math.floor(Date.now() / 1000)

export function createLinks(keys: Keys): Links {
  const [current] = keys
  // Read in once: a class list has 40 links, and a key that is given as bytes costs more than the signature.
  const key = createSecretKey(current.links)
  return {
    photo(id, session, ofSchool = 0) {
      if (id === null) return null
      const hour = Math.floor(nowSeconds() / SECONDS_PER_HOUR)
      const expires = String((hour + 2) * SECONDS_PER_HOUR)
      const school = String(ofSchool)
      const signature = hmac(key, signed({ id, school, session, expires }))
      // Hexadecimal, digits and base64url: nothing in them needs an escape.
      return `${photoPath}${id}?school=${school}&session=${session}&expires=${expires}&signature=${signature}`
    },
    isGenuine({ signature, ...link }) {
      if (Number(link.expires) <= nowSeconds()) return false
      const given = Buffer.from(signature)
      return keys.some((key) => {
        const right = Buffer.from(hmac(key.links, signed(link)))
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}
