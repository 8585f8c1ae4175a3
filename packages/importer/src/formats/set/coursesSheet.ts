import { course, courseName, letter, refuseYearAlone } from '../cells/courseCell.ts'
import { code, name } from '../cells/textCell.ts'
import { defineSheet, optional, required } from '../column.ts'
import { requiredScope } from './scope.ts'

const CODE_SYNONYMS = { synonyms: ['cod tipo enseñanza', 'código enseñanza', 'cod_tipo_ensenanza'] }

export const cursos = defineSheet({
  name: 'cursos',
  explanation: 'Los cursos del año escolar.',
  columns: {
    ...requiredScope,
    codigo: required(course, 'Código propio; con él lo nombran las otras hojas.', '5A', {
      synonyms: ['código curso'],
    }),
    nombre: required(
      name,
      'Nivel, sin la letra. Se ordena la escritura: 5º BASICO queda 5° Básico.',
      '5° Básico',
      {
        synonyms: ['desc grado', 'grado', 'nivel'],
      },
    ),
    letra: required(letter, 'Letra del curso.', 'A', { synonyms: ['letra curso'] }),
    cod_ensenanza: optional(code, 'Código de enseñanza del Ministerio.', '110', CODE_SYNONYMS),
    cod_grado: optional(code, 'Código de grado del Ministerio.', '5'),
  },
  fields: { codigo: 'code', nombre: 'name', letra: 'letter', cod_ensenanza: null, cod_grado: null },
  names: (cell) => [
    cell('codigo'),
    `${courseName(cell('nombre'), cell('cod_ensenanza'), cell('cod_grado'))} ${cell('letra')}`,
  ],
  toRecord: (filled, { nombre, cod_ensenanza, cod_grado }, row) => {
    const name = courseName(nombre, cod_ensenanza, cod_grado)
    if (refuseYearAlone(name, row.refuseAt('nombre'))) return undefined
    return { ...filled, name }
  },
})
