import { dayCell } from '../cells/dayCell.ts'
import { codeCell, nameCell } from '../cells/textCell.ts'
import { periodTypeCell } from '../cells/wordCell.ts'
import { defineSheet, required } from '../column.ts'
import { requiredScopeColumns } from './scope.ts'

export const periodsSheet = defineSheet({
  name: 'periodos',
  explanation: 'Los semestres o trimestres del año escolar.',
  columns: {
    ...requiredScopeColumns,
    codigo: required(codeCell, 'Código propio; con él lo nombran las evaluaciones.', '1S'),
    nombre: required(nameCell, 'Como se muestra a las familias.', '1° Semestre'),
    tipo: required(periodTypeCell, 'Semestre o trimestre.', 'semestre'),
    inicio: required(dayCell, 'Primer día.', '04-03-2026', { synonyms: ['fecha inicio'] }),
    termino: required(dayCell, 'Último día.', '18-06-2026', { synonyms: ['fecha término', 'fin'] }),
  },
  fields: { codigo: 'code', nombre: 'name', tipo: null, inicio: 'starts_on', termino: 'ends_on' },
  names: (cell) => [cell('codigo'), cell('nombre')],
  toRecord: (filled) => filled,
})
