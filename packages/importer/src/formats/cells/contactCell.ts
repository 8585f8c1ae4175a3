import { Email } from '@apoderados/contract/values/email'
import type { CellType, Refuse } from '../cellType.ts'

/** An e-mail, in the form that the sign-in uses. */
export const emailCell: CellType<string> = {
  accepts: 'un correo como nombre@ejemplo.cl',
  parse(text, refuse) {
    const found = Email.safeParse(text)
    return found.success ? found.data : refuse('no es un correo electrónico', emailCell.accepts)
  },
}

export const NO_EMAIL_MESSAGE = 'falta el correo: sin él no puede ingresar a la aplicación'

const PHONE_SEPARATORS = /[\s().\-‐-―/]/g
const TWO_PHONES = /\d{8}.*[/,;yo].*\d{8}/
/** The maximum length of a cell that is checked: a phone number is shorter, even with blanks. */
const PHONE_CELL_LENGTH_MAX = 60
const NATIONAL_NUMBER = /^[2-9]\d{8}$/
const FOREIGN_NUMBER = /^\+[1-9]\d{7,14}$/
const PHONE_FORM = 'un teléfono como +56 9 8765 4321'

function parseChileanPhone(digits: string, refuse: Refuse): string | undefined {
  if (NATIONAL_NUMBER.test(digits)) return `+56${digits}`
  if (digits.length === 8)
    return refuse(
      'le falta una cifra: hoy los números tienen nueve',
      'un 9 antes de un celular, un 2 antes de un fijo de Santiago',
    )
  return refuse('no es un teléfono', PHONE_FORM)
}

/** A phone number in E.164 form; a number without a country code is Chilean. */
export const phoneCell: CellType<string> = {
  accepts: PHONE_FORM,
  parse(text, refuse) {
    if (text.length > PHONE_CELL_LENGTH_MAX) return refuse('no es un teléfono', PHONE_FORM)
    if (TWO_PHONES.test(text)) return refuse('hay más de un teléfono', 'uno solo')
    const number = text
      .replace(/[.,]0$/, '')
      .replace(PHONE_SEPARATORS, '')
      .replace(/^00/, '+')
    if (number.startsWith('+') && !number.startsWith('+56'))
      return FOREIGN_NUMBER.test(number) ? number : refuse('no es un teléfono', PHONE_FORM)
    if (number.startsWith('+')) return parseChileanPhone(number.slice(3), refuse)
    if (number.length === 11 && number.startsWith('56')) return parseChileanPhone(number.slice(2), refuse)
    // Before 2010, numbers were dialled with a leading 0, as in 09 8765 4321, and some schools still write it.
    return parseChileanPhone(number.replace(/^0(?=\d{9}$)/, ''), refuse)
  },
}

const ZONE_NAME = /^[a-z_]+\/[a-z_/]+$/i

export const timeZoneCell: CellType<string> = {
  accepts: 'una zona horaria como America/Santiago',
  parse(text, refuse) {
    try {
      if (ZONE_NAME.test(text))
        return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    } catch {
      // Intl does not know this time zone.
    }
    return refuse(
      'no es una zona horaria',
      'America/Santiago, America/Punta_Arenas, America/Coyhaique o Pacific/Easter',
    )
  },
}
