/** Defines the picture of the list of problems in the secretary's guide, with the messages of the import. */
import { listHeaders } from '@apoderados/cli/import/problemList'
import type { Problem } from '@apoderados/importer/problems'
import { peopleChecks } from '@apoderados/importer/staging/checks/checkPeople'
import { readSheets, sheetOf } from '@apoderados/importer/testing/readSheets'
import type { SheetDrawing } from './sheetPage.ts'

/** Returns a sheet with headers, empty rows and one filled row, in line `line`. In both lines ';' separates cells. */
function sheetWithRow(file: string, line: number, headerLine: string, rowLine: string) {
  const headers = headerLine.split(';')
  const emptyRows = Array.from({ length: line - 2 }, () => headers.map(() => ''))
  return sheetOf(file, [headers, ...emptyRows, rowLine.split(';')])
}

const studentHeaders = 'desc_grado;letra_curso;run;digito_ver;nombres;apellido_paterno;fecha_nacimiento'
const guardianHeaders = 'tipo_doc;numero;dv;nombres;apellidos;email'
const linkHeaders = 'run_alumno;doc_apoderado;parentesco;apoderado_economico;acceso'
const gradeHeaders = 'evaluacion;run_alumno;nota'

const sheetsWithProblems = [
  sheetWithRow('alumnos.csv', 14, studentHeaders, '5° Básico;A;40288118;5;Agustín;Ñancupil;02-11-2015'),
  sheetWithRow('alumnos.csv', 23, studentHeaders, "5° Básico;A;40288227;1;Martina;O'Ryan;42429"),
  sheetWithRow('apoderados.csv', 5, guardianHeaders, 'RUN;42601338;K;Rosa Ester;Cortés Peña;'),
  sheetWithRow('vinculos.csv', 31, linkHeaders, '40288118;42601338;vecina;no;si'),
  sheetWithRow('notas.csv', 8, gradeHeaders, 'LEN-1;40288001;62'),
  sheetWithRow('notas.csv', 40, gradeHeaders, 'MAT-1;40288118;05-04-2026'),
]

/** Returns the problem of two rows with the same e-mail. `readSheets` does not find it, because it compares no rows. */
function sharedMailProblem(): Problem {
  const check = peopleChecks.apoderados?.find(({ column }) => column === 'email')
  const found = { file: 0, line: 12, other_file: 0, other_line: 9 }
  if (!check) throw new Error('No check of e-mails')
  return {
    file: 'apoderados.csv',
    line: 12,
    column: 'email',
    message: check.message(found, []),
    ...(check.expected && { expected: check.expected(found) }),
  }
}

export async function exampleProblems(): Promise<SheetDrawing & { name: string }> {
  const { problems } = await readSheets(sheetsWithProblems, { rbd: '90003-6', year: 2026 })
  const rows = [...problems, sharedMailProblem()]
    .sort((one, other) => one.file.localeCompare(other.file) || (one.line ?? 0) - (other.line ?? 0))
    .map(({ file, line, column, message, expected }) => [
      'error',
      file,
      String(line ?? ''),
      '',
      column ?? '',
      message,
      expected ?? '',
    ])
  return { name: 'errores', tabs: ['errores'], sheet: 'errores', headers: listHeaders, rows }
}
