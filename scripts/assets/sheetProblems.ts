/** The list of problems in a picture of the secretary's guide, with the messages of the import. */
import { listHeaders } from '@apoderados/cli/import/problemList'
import type { Problem } from '@apoderados/importer/problems'
import { peopleChecks } from '@apoderados/importer/staging/checks/checkPeople'
import { readSheets, sheetOf } from '@apoderados/importer/testing/readSheets'
import type { Drawn } from './sheetPage.ts'

/** Returns a file's row with these cells, numbered `line`. */
const wrong = (file: string, line: number, headers: string[], cells: string[]) =>
  sheetOf(file, [headers, ...Array.from({ length: line - 2 }, () => headers.map(() => '')), cells])

const students = [
  'desc_grado',
  'letra_curso',
  'run',
  'digito_ver',
  'nombres',
  'apellido_paterno',
  'fecha_nacimiento',
]
const guardians = ['tipo_doc', 'numero', 'dv', 'nombres', 'apellidos', 'email']
const links = ['run_alumno', 'doc_apoderado', 'parentesco', 'apoderado_economico', 'acceso']
const grades = ['evaluacion', 'run_alumno', 'nota']

const sheets = [
  wrong('alumnos.csv', 14, students, [
    '5° Básico',
    'A',
    '40288118',
    '5',
    'Agustín',
    'Ñancupil',
    '02-11-2015',
  ]),
  wrong('alumnos.csv', 23, students, ['5° Básico', 'A', '40288227', '1', 'Martina', "O'Ryan", '42429']),
  wrong('apoderados.csv', 5, guardians, ['RUN', '42601338', 'K', 'Rosa Ester', 'Cortés Peña', '']),
  wrong('vinculos.csv', 31, links, ['40288118', '42601338', 'vecina', 'no', 'si']),
  wrong('notas.csv', 8, grades, ['LEN-1', '40288001', '62']),
  wrong('notas.csv', 40, grades, ['MAT-1', '40288118', '05-04-2026']),
]

/** A problem that the import finds only by comparing rows. */
function sharedMail(): Problem {
  const check = peopleChecks.apoderados?.find(({ column }) => column === 'email')
  const found = { file: 0, line: 12, other_file: 0, other_line: 9 }
  if (!check) throw new Error('No check of e-mails')
  return {
    ...{ file: 'apoderados.csv', line: 12, column: 'email', message: check.message(found, []) },
    ...(check.expected && { expected: check.expected(found) }),
  }
}

export async function exampleProblems(): Promise<Drawn & { name: string }> {
  const { problems } = await readSheets(sheets, { rbd: '90003-6', year: 2026 })
  const rows = [...problems, sharedMail()]
    .sort((one, other) => one.file.localeCompare(other.file) || (one.line ?? 0) - (other.line ?? 0))
    .map(({ file, line, column, message, expected }) => [
      ...['error', file, String(line ?? ''), '', column ?? '', message, expected ?? ''],
    ])
  return { name: 'errores', tabs: ['errores'], sheet: 'errores', headers: listHeaders, rows }
}
