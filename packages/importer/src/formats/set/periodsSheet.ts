import { day } from '../cells/dayCell.ts'
import { code, name } from '../cells/textCell.ts'
import { periodType } from '../cells/wordCell.ts'
import { defineSheet, required } from '../column.ts'
import { requiredScope } from './scope.ts'

export const periodos = defineSheet({
  name: 'periodos',
  explanation: 'Los semestres o trimestres del año escolar.',
  columns: {
    ...requiredScope,
    codigo: required(code, 'Código propio; con él lo nombran las evaluaciones.', '1S'),
    nombre: required(name, 'Como se muestra a las familias.', '1° Semestre'),
    tipo: required(periodType, 'Semestre o trimestre.', 'semestre'),
    inicio: required(day, 'Primer día.', '04-03-2026', { synonyms: ['fecha inicio'] }),
    termino: required(day, 'Último día.', '18-06-2026', { synonyms: ['fecha término', 'fin'] }),
  },
  fields: { codigo: 'code', nombre: 'name', tipo: null, inicio: 'starts_on', termino: 'ends_on' },
  names: (cell) => [cell('codigo'), cell('nombre')],
  toRecord: (filled) => filled,
})
