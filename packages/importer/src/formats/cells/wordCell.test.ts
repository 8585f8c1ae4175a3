import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import {
  arrearStatusCell,
  attendanceCell,
  blockTypeCell,
  documentTypeCell,
  genderCell,
  kinshipCell,
  observationPlaceCell,
  observationTypeCell,
  permissionCell,
  roundingCell,
  scaleCell,
  weekdayCell,
  yesNoCell,
} from './wordCell.ts'

const cellTypes = {
  arrearStatus: arrearStatusCell,
  attendance: attendanceCell,
  blockType: blockTypeCell,
  documentType: documentTypeCell,
  gender: genderCell,
  kinship: kinshipCell,
  observationPlace: observationPlaceCell,
  observationType: observationTypeCell,
  permission: permissionCell,
  rounding: roundingCell,
  scale: scaleCell,
  weekday: weekdayCell,
  yesNo: yesNoCell,
}

type CaseTable = [kind: keyof typeof cellTypes, value: unknown, ...texts: string[]][]
const acceptedWords: CaseTable = [
  ['yesNo', true, 'sí', 'SI', 's', 'X', '1', 'Verdadero', 'TRUE'],
  ['yesNo', false, 'no', 'N', '0', 'falso', 'False'],
  ['kinship', 'father', 'padre', 'Papá', 'PAPA'],
  ['kinship', 'mother', 'Madre', 'mamá'],
  ['kinship', 'grandpa', 'abuelo', 'Abuela', 'abuelo/a'],
  ['kinship', 'brother', 'hermano', 'hermana', 'Hermano/a'],
  ['kinship', 'uncle', 'tío', 'TIA', 'tío/a'],
  ['kinship', 'legal', 'tutor legal', 'Tutora legal', 'tutor(a) legal', 'TUTOR'],
  ['kinship', 'other', 'otro', 'Otra'],
  ['permission', 'Apoderado titular', 'titular', 'TITULAR'],
  ['permission', 'Apoderado suplente', 'suplente'],
  ['permission', 'Apoderado', 'otro'],
  ['documentType', 'rut', 'RUN', 'rut', 'R.U.N.'],
  ['documentType', 'ipa', 'IPA'],
  ['documentType', 'passport', 'Pasaporte'],
  ['weekday', 1, 'lunes', 'LUN', '1'],
  ['weekday', 3, 'Miércoles', 'mie', 'MIERCOLES'],
  ['weekday', 5, 'viernes', 'vie', '5'],
  ['blockType', 'class', 'clase', 'Clases'],
  ['blockType', 'playtime', 'recreo', 'Recreo'],
  ['blockType', 'lunch', 'almuerzo', 'Colación'],
  ['rounding', 'round', 'aproxima'],
  ['rounding', 'truncate', 'Trunca'],
  ['scale', 'number', 'numero', 'Número'],
  ['scale', 'other', 'concepto'],
  ['attendance', 'present', 'P', 'p', 'Presente'],
  ['attendance', 'absent', 'A', 'ausente'],
  ['attendance', 'late', 'T', 'Atrasada'],
  ['arrearStatus', 'created', 'Registrado'],
  ['arrearStatus', 'pending', 'pendiente'],
  ['arrearStatus', 'justified', 'JUSTIFICADO'],
  ['arrearStatus', 'rejected', 'rechazado'],
  ['observationType', 'positive', 'positiva'],
  ['observationType', 'negative', 'Negativa'],
  ['observationType', 'neutral', 'neutra'],
  ['observationPlace', 'inspectorate', 'Inspectoría', 'inspectoria'],
  ['observationPlace', 'address', 'Dirección'],
  ['observationPlace', 'utp', 'UTP', 'U.T.P.'],
  ['observationPlace', 'schoollife', 'Convivencia Escolar'],
  ['gender', 'Femenino', 'F', 'femenino', 'Mujer', '2'],
  ['gender', 'Masculino', 'M', 'MASCULINO', 'hombre', '1'],
  ['gender', 'No binario', 'No binario', 'NB'],
  ['gender', null, 'Sin información', '0'],
]

describe('a cell with one of several words', () => {
  it.each(acceptedWords)('reads for %s: %s', (kind, value, ...texts) => {
    for (const text of texts) expect(parseCell(cellTypes[kind] as never, text), text).toBe(value)
  })

  it.each([
    ['weekday', 'sábado', 'no se conoce «sábado» (lunes, martes, miércoles, jueves, viernes)'],
    [
      'kinship',
      'Padrino',
      'no se conoce «Padrino» (padre, madre, abuelo/a, hermano/a, tío/a, tutor legal, otro)',
    ],
    ['attendance', 'X', 'no se conoce «X» (P, A, T)'],
    ['yesNo', '?', 'no se conoce «?» (si, no)'],
    // A school that writes 'H' for boys writes 'M' for girls, but 'M' is read as 'Masculino': 'H' shows the error.
    ['gender', 'H', 'no se conoce ese género (Femenino, Masculino, No binario, vacío)'],
  ] as const)('rejects for %s: %s', (kind, text, expected) => {
    expect(parseCell(cellTypes[kind] as never, text)).toBe(expected)
  })

  it('shows at most 40 characters of an unknown word', () => {
    expect(parseCell(cellTypes.blockType, `${'a'.repeat(50)}\u0007`)).toBe(
      `no se conoce «${'a'.repeat(39)}…» (clase, recreo, almuerzo)`,
    )
  })
})
