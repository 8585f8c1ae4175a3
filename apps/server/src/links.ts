import { timingSafeEqual } from 'node:crypto'
import { api } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { hmac, type Keys } from './keys.ts'

const SECONDS_PER_HOUR = 3600

export type PhotoLink = { id: string; session: string; expires: string; signature: string }
export type Links = {
  /** A root-relative address that lives one to two hours and stays the same within the hour, so that it caches. */
  photo(photo_id: string | null, session_id: string): string | null
  isGenuine(link: PhotoLink): boolean
}

const signed = ({ id, session, expires }: Omit<PhotoLink, 'signature'>) => `photo ${id} ${session} ${expires}`
const nowSeconds = () => Math.floor(Date.now() / 1000)

export function createLinks(keys: Keys): Links {
  const [current] = keys
  return {
    photo(photo_id, session_id) {
      if (photo_id === null) return null
      const hour = Math.floor(nowSeconds() / SECONDS_PER_HOUR)
      const link = { id: photo_id, session: session_id, expires: String((hour + 2) * SECONDS_PER_HOUR) }
      const { id, ...query } = { ...link, signature: hmac(current.links, signed(link)) }
      return `${BASE_PATH}${api.getPhoto.path.replace(':id', id)}?${new URLSearchParams(query)}`
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
