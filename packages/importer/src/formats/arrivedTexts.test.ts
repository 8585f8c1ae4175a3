import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSources } from '../sheets/open.ts'
import { createFolder, readAsFile } from '../sheets/testing/sourcesOf.ts'
import { bookParts, rowsXml, xlsxOf } from '../sheets/testing/xlsxOf.ts'
import { zipOf } from '../sheets/testing/zipOf.ts'
import { readSheets, sheetOf } from '../testing/readSheets.ts'

const guardianHeaders = ['tipo_doc', 'numero', 'dv', 'nombres', 'apellidos', 'email']
const readGuardian = (names: string, surnames: string) =>
  readSheets([
    sheetOf('apoderados.csv', [guardianHeaders, ['RUN', '9111222', '1', names, surnames, 'a@example.com']]),
  ])
/** Reads a file as an import does, from its bytes to its records. */
async function readFile(name: string, content: string | Buffer) {
  const folder = await createFolder({ [name]: content })
  const report = { problem() {}, warning() {}, leftOut() {} }
  const { sheets, close } = await openSources([join(folder, name)], report)
  return readSheets(sheets).finally(close)
}

const BROKEN_MESSAGE =
  'los acentos llegaron rotos: corrija el texto, o saque de nuevo la planilla y guárdela como «CSV UTF-8»'

describe('accents that were broken before the file was saved', () => {
  it.each(['JosÃ© MuÃ±oz', 'Mu\ufffdoz', 'MarÃ\xada', 'PeÃ‘a', '├▒u├▒oa', 'Mu√±oz'])(
    'are a problem in a name: %s',
    async (surnames) => {
      const { problems } = await readGuardian('Ana', surnames)
      expect(problems).toMatchObject([{ line: 2, column: 'apellidos', message: BROKEN_MESSAGE }])
    },
  )

  it('are a warning in another text', async () => {
    const rows = [
      ['run_alumno', 'fecha', 'observacion'],
      ['40427815', '15-04-2026 10:30', 'ParticipÃ³ en clases'],
    ]
    const { problems, warnings } = await readSheets([sheetOf('observaciones.csv', rows)])
    expect(problems).toEqual([])
    expect(warnings).toMatchObject([{ line: 2, column: 'observacion', message: BROKEN_MESSAGE }])
  })

  it.each(['João São', 'Ângela', 'Gonçalves'])('are not seen in %s', async (surnames) => {
    const { problems, warnings } = await readGuardian('Ana', surnames)
    expect([...problems, ...warnings]).toEqual([])
  })
})

describe('a surname that stands for none', () => {
  const headers = ['run', 'nombres', 'apellido_paterno', 'apellido_materno', 'desc_grado', 'letra_curso']
  const readStudent = (first: string, second: string) =>
    readSheets([sheetOf('alumnos.csv', [headers, ['40427815', 'Ana', first, second, '5° Básico', 'A']])])
  const ofColumn = (name: string, found: { column?: string; message: string }[]) =>
    found.filter(({ column }) => column === name).map(({ message }) => message)

  it.each(['S/A', 's/a', 'S/N', 'N/A', 'NO REGISTRA', 'No tiene', 'sin apellido', '.', '-', '---'])(
    'is read as a blank cell, with a warning: %s',
    async (text) => {
      const { warnings } = await readStudent('Soto', text)
      expect(ofColumn('apellido_materno', warnings)).toEqual([
        `«${text}» no es un nombre: se lee como una celda vacía`,
      ])
    },
  )

  it('is a problem where a surname is required', async () => {
    expect(ofColumn('apellido_paterno', (await readStudent('S/A', 'Soto')).problems)).toEqual([
      'falta el dato',
    ])
  })

  it.each(['Sá', 'Na', 'Nono'])('is not %s', async (text) => {
    expect(ofColumn('apellido_materno', (await readStudent('Soto', text)).warnings)).toEqual([])
  })
})

describe('cells of a CSV', () => {
  it('lose what protects them from being read as numbers', async () => {
    const csv = `codigo;nombre;nota\n="007";="José";'5,4\n"=""008""";"=""Ana A""";O'Ryan\n`
    expect((await readAsFile('a.csv', csv)).cells).toEqual([
      ['codigo', 'nombre', 'nota'],
      ['007', 'José', '5,4'],
      ['008', 'Ana A', "O'Ryan"],
    ])
  })

  it('with a NUL are reported with their row, and the others are read', async () => {
    const csv = `run_alumno;fecha;estado\n${'40427815;15-04-2026;P\n'.repeat(3)}40427815;16-04-2026;P\0\n`
    const { problems, records } = await readFile('asistencia.csv', csv)
    expect(problems).toMatchObject([
      { line: 5, column: 'estado', message: 'tiene un carácter nulo: borre la celda y escríbala de nuevo' },
    ])
    expect(records.asistencia).toHaveLength(3)
  })
})

describe('a workbook', () => {
  const marks = [
    ['Notas de 5° A', '', ''],
    ['run_alumno', 'evaluacion', 'nota'],
    ['40427815', 'P1', '5,4'],
    ['40215347', 'P1', ''],
  ]
  async function readBookWith(merged: string) {
    const parts = bookParts({ sheets: { notas: rowsXml(marks) } })
    const path = 'xl/worksheets/sheet1.xml'
    parts[path] = (parts[path] as string).replace(
      '</sheetData>',
      `</sheetData><mergeCells>${merged}</mergeCells>`,
    )
    const book = zipOf(Object.entries(parts).map(([name, content]) => ({ name, content })))
    return readFile('colegio.xlsx', book)
  }

  it('with merged cells below the header has a problem that names them', async () => {
    const merged = ['A1:C1', 'C3:C4', 'A20:C20'].map((range) => `<mergeCell ref="${range}"/>`).join('')
    const { problems } = await readBookWith(merged)
    expect(problems.filter(({ message }) => message.includes('combinadas'))).toEqual([
      {
        file: expect.stringContaining('notas'),
        line: 3,
        message: 'las celdas C3:C4 están combinadas: sepárelas y escriba el dato en cada fila',
      },
    ])
  })

  it('opens with parts under paths with "./" or a backslash', async () => {
    const book = { sheets: { Hoja1: rowsXml([['a', 'b']]) } }
    const renamings = [(name: string) => `./${name}`, (name: string) => name.replaceAll('/', '\\')]
    for (const rename of renamings) {
      const parts = Object.entries(bookParts(book)).map(([name, content]) => ({
        name: rename(name),
        content,
      }))
      const { cells, problems } = await readAsFile('a.xlsx', zipOf(parts))
      expect([cells, problems]).toEqual([[['a', 'b']], []])
    }
    expect((await readAsFile('a.xlsx', xlsxOf(book))).cells).toEqual([['a', 'b']])
  })
})
