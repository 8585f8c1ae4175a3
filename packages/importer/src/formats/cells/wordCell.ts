import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'
import type { Records } from '../../sheetRecords.ts'
import type { CellType } from '../cellType.ts'
import { excerpt, normalizeName } from '../sheetText.ts'

/**
 * Returns the type of cells with one of several words, in any case and with or without accents and blanks. Each of the
 * `lists` has a value and its words, of which the first is shown to the school. `unknown` returns the message for any
 * other word.
 */
export function wordCell<T>(
  lists: [value: T, shown: string, ...also: string[]][],
  unknown = (text: string) => `no se conoce «${excerpt(text)}»`,
): CellType<T> {
  const values = new Map<string, T>()
  for (const [value, ...texts] of lists)
    for (const text of texts) values.set(text, value).set(normalizeName(text), value)
  const accepts = lists.map(([, label]) => label).join(', ')
  const labelOf = new Map<unknown, string>(lists.map(([value, label]) => [value, label]))
  return {
    accepts,
    choices: lists.map(([, label]) => label),
    format: (value) => labelOf.get(value) ?? String(value),
    parse(text, refuse) {
      const value = values.get(text) ?? values.get(normalizeName(text))
      // False and null are valid values, so only undefined means 'unknown'.
      if (value !== undefined) return value
      return refuse(unknown(text), accepts)
    },
  }
}

export const yesNoCell = wordCell<boolean>([
  [true, 'si', 's', 'x', '1', 'verdadero', 'true', 'yes'],
  [false, 'no', 'n', '0', 'falso', 'false'],
])

export const kinshipCell = wordCell<ParentType>([
  ['father', 'padre', 'papá', 'papa'],
  ['mother', 'madre', 'mamá', 'mama'],
  ['grandpa', 'abuelo/a', 'abuelo', 'abuela'],
  ['brother', 'hermano/a', 'hermano', 'hermana'],
  ['uncle', 'tío/a', 'tío', 'tía'],
  ['legal', 'tutor legal', 'tutora legal', 'tutor/a legal', 'tutor', 'tutora', 'tutor/a'],
  ['other', 'otro', 'otra', 'otro/a'],
])

/** The role of a guardian. The app's menu and Configuraciones show the value, the first text of each line. */
export const permissionCell = wordCell<string>([
  ['Apoderado titular', 'titular', 'apoderado titular', 'apoderada titular'],
  ['Apoderado suplente', 'suplente', 'apoderado suplente', 'apoderada suplente'],
  ['Apoderado', 'otro', 'otra', 'apoderado', 'apoderada'],
])

export type IdentityDocumentType = 'rut' | 'ipa' | 'passport'
export const documentTypeCell = wordCell<IdentityDocumentType>([
  ['rut', 'RUN', 'RUT', 'cédula', 'cédula de identidad'],
  ['ipa', 'IPA'],
  ['passport', 'pasaporte', 'passport'],
])

export const weekdayCell = wordCell<number>([
  [1, 'lunes', 'lun', 'lu', '1'],
  [2, 'martes', 'mar', 'ma', '2'],
  [3, 'miércoles', 'mié', 'mi', '3'],
  [4, 'jueves', 'jue', 'ju', '4'],
  [5, 'viernes', 'vie', 'vi', '5'],
])
export const blockTypeCell = wordCell<'class' | 'playtime' | 'lunch'>([
  ['class', 'clase', 'clases'],
  ['playtime', 'recreo'],
  ['lunch', 'almuerzo', 'colación'],
])
export const periodTypeCell = wordCell<'semester' | 'trimester'>([
  ['semester', 'semestre', 'semestral'],
  ['trimester', 'trimestre', 'trimestral'],
])
export const roundingCell = wordCell<'round' | 'truncate'>([
  ['round', 'aproxima', 'aproximar', 'redondea'],
  ['truncate', 'trunca', 'truncar'],
])
export const scaleCell = wordCell<'number' | 'other' | null>([
  ['number', 'numero', 'numérica', 'números', 'nota'],
  ['other', 'concepto', 'conceptos', 'conceptual'],
])
export const attendanceCell = wordCell<Records['asistencia']['status']>([
  ['present', 'P', 'p', 'presente'],
  ['absent', 'A', 'a', 'ausente'],
  ['late', 'T', 't', 'atrasado', 'atrasada', 'tarde'],
])
export const arrearStatusCell = wordCell<ArrearStatus>([
  ['created', 'registrado', 'registrada'],
  ['pending', 'pendiente'],
  ['justified', 'justificado', 'justificada'],
  ['rejected', 'rechazado', 'rechazada'],
])
export const observationTypeCell = wordCell<ObservationType>([
  ['positive', 'positiva', 'positivo'],
  ['negative', 'negativa', 'negativo'],
  ['neutral', 'neutra', 'neutro', 'neutral'],
])
/** The place of an observation. The first word of each line is the label on the app's page of observations. */
export const observationPlaceCell = wordCell<ObservationPlace>([
  ['inspectorate', 'Inspectoría', 'inspectoría general'],
  ['address', 'Dirección'],
  ['utp', 'UTP', 'unidad técnico pedagógica'],
  ['schoollife', 'Convivencia Escolar', 'convivencia'],
])

/** The message for an unknown gender. It omits the cell's word, so that it does not reveal a person's gender. */
export const UNKNOWN_GENDER_MESSAGE = 'no se conoce ese género'

/**
 * The gender of a student. The letter H is rejected: a school that writes H for boys writes M for girls, but M is read
 * as in the Ministry's list, for boys, so that the girls of that school would become boys.
 */
export const genderCell = wordCell<string | null>(
  [
    ['Femenino', 'Femenino', 'F', 'fem', 'mujer', 'niña', '2'],
    ['Masculino', 'Masculino', 'M', 'masc', 'hombre', 'niño', '1'],
    ['No binario', 'No binario', 'NB', 'X', '3'],
    [null, 'vacío', 'sin información', '0'],
  ],
  () => UNKNOWN_GENDER_MESSAGE,
)
