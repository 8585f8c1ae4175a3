import { expect, it } from 'vitest'
import { readSheets, sheetOfCsv } from '../../testing/readSheets.ts'

async function readClosures(text: string, file = 'dias_sin_clases.csv') {
  const { records, omitted, problems, warnings } = await readSheets([sheetOfCsv(file, text, ';')])
  const reported = [...problems, ...warnings].map(
    ({ line, column, message, expected }) => `${line} ${column}: ${message} (${expected})`,
  )
  return { closures: records.dias_sin_clases, omitted: omitted.dias_sin_clases, reported }
}
const closureRecord = { rbd: null, year: null, starts_on: '2026-05-15', ends_on: null, name: 'Interferiado' }

it('reads first day, last day and reason', async () => {
  const { closures, reported } = await readClosures(
    `rbd;anio;primer_dia;ultimo_dia;motivo
    90020-6;2026;15-05-2026;;Interferiado
    ;;14/09/2026;2026-09-17;Receso de Fiestas Patrias`,
  )
  expect(reported).toEqual([])
  expect(closures).toEqual([
    { ...closureRecord, rbd: '90020-6', year: 2026 },
    { ...closureRecord, starts_on: '2026-09-14', ends_on: '2026-09-17', name: 'Receso de Fiestas Patrias' },
  ])
})

it('recognises the headers that schools use, and reports a missing column for the last day', async () => {
  const { closures, omitted, reported } = await readClosures('Desde;Motivo\n15-05-2026;Interferiado')
  expect([closures, omitted, reported]).toEqual([[closureRecord], [['ends_on']], []])
})

it.each([
  'Días sin clases.csv',
  '03_dias_sin_clases 2026.csv',
  'DIAS-SIN-CLASES.csv',
  'colegio.xlsx › Dias sin clases (Básica)',
  'Interferiados.csv',
  'Hoja1.csv',
])('recognises the file name %s', async (file) => {
  const { closures, reported } = await readClosures(
    'primer_dia;ultimo_dia;motivo\n15-05-2026;;Interferiado',
    file,
  )
  expect([closures, reported]).toEqual([[closureRecord], []])
})

it('may contain a row that states that the year has no closures', async () => {
  const { closures, reported } = await readClosures(
    `anio;primer_dia;ultimo_dia;motivo
    2026;Ninguno;;
    2026;ninguno;;Interferiado
    2026;ninguno;15-05-2026;`,
  )
  expect(closures).toEqual([{ ...closureRecord, year: 2026, starts_on: null, name: null }])
  expect(reported).toEqual([
    '3 motivo: con «ninguno» no hay motivo (la celda vacía)',
    '4 ultimo_dia: con «ninguno» no hay último día (la celda vacía)',
  ])
})

it('rejects an invalid day, a missing reason, and one that is too long', async () => {
  const { closures, reported } = await readClosures(
    `primer_dia;ultimo_dia;motivo
    mayo;;Interferiado
    31-02-2026;;Interferiado
    15-05-26;;Interferiado
    ;;Interferiado
    15-05-2026;el lunes;Interferiado
    15-05-2026;;
    15-05-2026;;${'x'.repeat(121)}`,
  )
  const aDay = 'una fecha como 31-03-2026'
  expect(closures).toEqual([])
  expect(reported).toEqual([
    `2 primer_dia: no es una fecha (${aDay})`,
    `3 primer_dia: esa fecha no existe (${aDay})`,
    `4 primer_dia: el año debe tener cuatro cifras (${aDay})`,
    `5 primer_dia: falta el dato (${aDay}; «ninguno» si el año no tiene días sin clases)`,
    `6 ultimo_dia: no es una fecha (${aDay})`,
    '7 motivo: falta el dato (un texto de hasta 120 caracteres)',
    '8 motivo: es demasiado largo (hasta 120 caracteres)',
  ])
})
