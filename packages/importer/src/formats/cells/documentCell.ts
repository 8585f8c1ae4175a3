import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine } from '../sheetText.ts'
import { joinDigit, PROVISIONAL_NUMBER_MIN, rutWithDigitCell, splitRut } from './rutCell.ts'
import { documentTypeCell, type IdentityDocumentType } from './wordCell.ts'

/** A person's identity document. Rows refer to the person by `document`: 'rut:12345678', 'passport:AB123456'. */
export type PersonDocument = { document: string; rut: string | null; rut_dv: string | null }

const PASSPORT_NUMBER = /^(?=.*\d)[A-Z\d]{5,20}$/
const PASSPORT_EXAMPLE = 'un pasaporte como AB123456'
const IPA_EXAMPLE = 'un IPA como 100.123.456-7'

const foreignDocument = (document: string): PersonDocument => ({ document, rut: null, rut_dv: null })

function readRut(text: string, refuse: Refuse): PersonDocument | undefined {
  const found = rutWithDigitCell.parse(text, refuse)
  if (found && Number(found.rut) >= PROVISIONAL_NUMBER_MIN)
    return refuse('es un número provisorio, no un RUN', 'IPA como tipo de documento')
  return found && { document: `rut:${found.rut}`, rut: found.rut, rut_dv: found.dv }
}

function readIpa(text: string, dv: string | null, refuse: Refuse): PersonDocument | undefined {
  const found = splitRut(text)
  if (!found || Number(found.rut) < PROVISIONAL_NUMBER_MIN) return refuse('no es un IPA', IPA_EXAMPLE)
  const hasDigit = dv !== null || found.dv !== null
  if (hasDigit && !(rutWithDigitCell.parse(text, refuse) && joinDigit(found, dv, refuse))) return undefined
  return foreignDocument(`ipa:${found.rut}`)
}

function readPassport(text: string, refuse: Refuse): PersonDocument | undefined {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  return PASSPORT_NUMBER.test(number)
    ? foreignDocument(`passport:${number}`)
    : refuse('no es un número de pasaporte', PASSPORT_EXAMPLE)
}

/**
 * Reads the number of an identity document whose type the sheet states. `dv` is the check digit from its own column;
 * for a RUN it is not checked here, but by the caller with `joinDigit`.
 */
export function readIdentityDocument(
  type: IdentityDocumentType,
  text: string,
  dv: string | null,
  refuse: Refuse,
): PersonDocument | undefined {
  if (type === 'rut') return readRut(text, refuse)
  return type === 'ipa' ? readIpa(text, dv, refuse) : readPassport(text, refuse)
}

/** Matches a number after the word for its type: 'pasaporte AB123456'. */
const TYPE_PREFIX = /^(run|rut|ipa|pasaporte|passport)(?:[\s:.-]+|(?=\d))(.*)$/i

/** Reads a number whose document type the sheet does not state: a word before it tells the type, or else its form. */
export function guessDocument(text: string, refuse: Refuse): PersonDocument | undefined {
  const [, prefix, rest] = TYPE_PREFIX.exec(text) ?? []
  const named = prefix && documentTypeCell.parse(prefix, () => undefined)
  if (named && rest) return readIdentityDocument(named, rest, null, refuse)
  const number = splitRut(text)
  if (!number) return readPassport(text, refuse)
  return readIdentityDocument(
    Number(number.rut) >= PROVISIONAL_NUMBER_MIN ? 'ipa' : 'rut',
    text,
    null,
    refuse,
  )
}

/** The number of an identity document. `readIdentityDocument` checks its form, which depends on another column. */
export const documentNumberCell: CellType<string> = {
  accepts: `${rutWithDigitCell.accepts}, ${IPA_EXAMPLE} o ${PASSPORT_EXAMPLE}`,
  parse: cleanLine,
}
