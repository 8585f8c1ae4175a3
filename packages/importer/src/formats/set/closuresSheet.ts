import { dayCell } from '../cells/dayCell.ts'
import { nameCell } from '../cells/textCell.ts'
import type { CellType } from '../cellType.ts'
import { defineSheet, optional, required } from '../column.ts'
import { normalizeName } from '../sheetText.ts'
import { scopeColumns } from './scope.ts'

/** The first day of a closure; null for 'ninguno': a year without closures needs a row, as no rows change nothing. */
const dayOrNoneCell: CellType<string | null> = {
  ...dayCell,
  accepts: `${dayCell.accepts}; «ninguno» si el año no tiene días sin clases`,
  parse: (text, refuse) => (normalizeName(text) === 'ninguno' ? null : dayCell.parse(text, refuse)),
}

export const closuresSheet = defineSheet({
  name: 'dias_sin_clases',
  explanation:
    'Los días en que todo el establecimiento no tiene clases, además de los feriados legales y las vacaciones. De un año que está aquí, lo que falte se quita.',
  columns: {
    ...scopeColumns,
    primer_dia: required(dayOrNoneCell, 'Primer día sin clases.', '14-05-2026', {
      synonyms: ['primer día sin clases', 'fecha', 'día', 'inicio', 'fecha inicio', 'desde'],
    }),
    ultimo_dia: optional(dayCell, 'Último día sin clases. Vacía: es un solo día.', '15-05-2026', {
      synonyms: ['último día sin clases', 'término', 'fecha término', 'fin', 'hasta'],
    }),
    motivo: required(nameCell, 'Por qué; lo leen las familias.', 'Jornada de profesores', {
      synonyms: ['motivo suspensión', 'razón'],
      mayBeBlank: true,
      requirement: 'sí, salvo con «ninguno»',
    }),
  },
  fields: { primer_dia: 'starts_on', ultimo_dia: 'ends_on', motivo: 'name' },
  toRecord: (filled, { primer_dia, ultimo_dia, motivo }, row) => {
    const isNone = primer_dia === null
    if (!isNone && !motivo) return row.refuseAt('motivo')('falta el dato', nameCell.accepts)
    if (isNone && motivo) return row.refuseAt('motivo')('con «ninguno» no hay motivo', 'la celda vacía')
    if (isNone && ultimo_dia)
      return row.refuseAt('ultimo_dia')('con «ninguno» no hay último día', 'la celda vacía')
    return filled
  },
})
