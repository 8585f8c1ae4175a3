import { Email } from '@apoderados/contract/session'
import type { CellType, Refuse } from '../cellType.ts'

/** An e-mail, in the form that the sign-in uses: trimmed, in lower case. */
export const email: CellType<string> = {
  accepts: 'un correo como nombre@ejemplo.cl',
  parse(text, refuse) {
    const found = Email.safeParse(text)
    return found.success ? found.data : refuse('no es un correo electrónico', email.accepts)
  },
}

export const NO_MAIL = 'falta el correo: sin él no puede ingresar a la aplicación'

const SEPARATORS = /[\s().\-‐-―/]/g
const TWO_NUMBERS = /\d{8}.*[/,;yo].*\d{8}/
/** A phone number is shorter, even with blanks; a longer cell contains something else. */
const LENGTH_MAX = 60
const NATIONAL = /^[2-9]\d{8}$/
const FOREIGN = /^\+[1-9]\d{7,14}$/
const MOBILE = 'un teléfono como +56 9 8765 4321'

function parseChilean(digits: string, refuse: Refuse): string | undefined {
  if (NATIONAL.test(digits)) return `+56${digits}`
  if (digits.length === 8)
    return refuse(
      'le falta una cifra: hoy los números tienen nueve',
      'un 9 antes de un celular, un 2 antes de un fijo de Santiago',
    )
  return refuse('no es un teléfono', MOBILE)
}

/** A phone number in E.164 form; a number without a country code is Chilean. */
export const phone: CellType<string> = {
  accepts: MOBILE,
  parse(text, refuse) {
    if (text.length > LENGTH_MAX) return refuse('no es un teléfono', MOBILE)
    if (TWO_NUMBERS.test(text)) return refuse('hay más de un teléfono', 'uno solo')
    const number = text
      .replace(/[.,]0$/, '')
      .replace(SEPARATORS, '')
      .replace(/^00/, '+')
    if (number.startsWith('+') && !number.startsWith('+56'))
      return FOREIGN.test(number) ? number : refuse('no es un teléfono', MOBILE)
    if (number.startsWith('+')) return parseChilean(number.slice(3), refuse)
    if (number.length === 11 && number.startsWith('56')) return parseChilean(number.slice(2), refuse)
    // Before 2010, numbers were dialled with a leading 0, as in 09 8765 4321, and some schools still write it.
    return parseChilean(number.replace(/^0(?=\d{9}$)/, ''), refuse)
  },
}

const ZONE = /^[a-z_]+\/[a-z_/]+$/i

export const timeZone: CellType<string> = {
  accepts: 'una zona horaria como America/Santiago',
  parse(text, refuse) {
    try {
      if (ZONE.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    } catch {
      // Intl does not know this time zone.
    }
    return refuse(
      'no es una zona horaria',
      'America/Santiago, America/Punta_Arenas, America/Coyhaique o Pacific/Easter',
    )
  },
}
