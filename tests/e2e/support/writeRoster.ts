import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = Record<string, string>

/** Reads a CSV sheet, in which no cell may be quoted. */
function readSheet(folder: string, name: string): Row[] {
  const [header = '', ...lines] = readFileSync(join(folder, `${name}.csv`), 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const columns = header.split(';')
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, index) => [columns[index], cell])))
}

const isoDay = (day = '') => day.split('-').reverse().join('-')
const quoteCell = (cell: string | undefined) => `"${(cell ?? '').replaceAll('"', '""')}"`

/**
 * Writes a school's sheets as OneRoster 1.1 files, as far as OneRoster can represent them, with the school's codes
 * as ids.
 */
export function writeRoster(sheets: string, folder: string): void {
  const read = (name: string) => readSheet(sheets, name)
  const write = (name: string, columns: string[], rows: (string | undefined)[][]) => {
    const lines = rows.map((cells) => cells.map(quoteCell).join(','))
    writeFileSync(join(folder, `${name}.csv`), `${[columns.join(','), ...lines].join('\r\n')}\r\n`)
  }
  const head = ['sourcedId', 'status', 'dateLastModified']
  const row = (id: string | undefined, ...cells: (string | undefined)[]) => [id, '', '', ...cells]
  const files = [
    'orgs',
    'academicSessions',
    'courses',
    'classes',
    'users',
    'enrollments',
    'demographics',
    'lineItems',
    'results',
  ]
  write(
    'manifest',
    ['propertyName', 'value'],
    [
      ['manifest.version', '1.0'],
      ['oneroster.version', '1.1'],
      ...files.map((name) => [`file.${name}`, 'bulk']),
    ],
  )
  const [school] = read('establecimientos')
  const rbd = `${school?.rbd}-${school?.dv}`
  write('orgs', [...head, 'name', 'type', 'identifier'], [row('o', school?.nombre, 'school', rbd)])
  const year = row('y', '2026', 'schoolYear', '2026-03-04', '2026-12-18', '', '2026')
  const periods = read('periodos').map(({ codigo, nombre, inicio, termino }) =>
    row(codigo, nombre, 'semester', isoDay(inicio), isoDay(termino), 'y', '2026'),
  )
  const sessionColumns = ['title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear']
  write('academicSessions', [...head, ...sessionColumns], [year, ...periods])
  const subjects = read('asignaturas')
  write(
    'courses',
    [...head, 'schoolYearSourcedId', 'title', 'courseCode', 'orgSourcedId'],
    subjects.map(({ codigo, nombre }) => row(`c-${codigo}`, 'y', nombre, codigo, 'o')),
  )
  const homerooms = read('cursos').map(({ codigo, nombre, letra }) =>
    row(codigo, `${nombre} ${letra}`, '', codigo, 'homeroom', 'o', 'y'),
  )
  const classes = subjects.map(({ codigo, nombre }) =>
    row(codigo, nombre, `c-${codigo}`, codigo, 'scheduled', 'o', 'y'),
  )
  const classColumns = [
    'title',
    'courseSourcedId',
    'classCode',
    'classType',
    'schoolSourcedId',
    'termSourcedIds',
  ]
  write('classes', [...head, ...classColumns], [...homerooms, ...classes])
  const pupils = read('alumnos')
  const links = read('vinculos')
  const guardiansOf = (run = '') =>
    links
      .filter((link) => link.run_alumno === run)
      .map((link) => link.doc_apoderado)
      .join(',')
  const isOpen = (document = '') =>
    links.some((link) => link.doc_apoderado === document && link.acceso === 'si')
  write(
    'users',
    [
      ...head,
      'enabledUser',
      'orgSourcedIds',
      'role',
      'givenName',
      'familyName',
      'identifier',
      'email',
      'phone',
      'agentSourcedIds',
    ],
    [
      ...read('funcionarios').map((person) =>
        row(
          person.run,
          'true',
          'o',
          'teacher',
          person.nombres,
          `${person.apellido_paterno} ${person.apellido_materno}`.trim(),
          `${person.run}-${person.dv}`,
          person.email,
        ),
      ),
      ...read('apoderados').map((person) =>
        row(
          person.numero,
          String(isOpen(person.numero)),
          'o',
          'parent',
          person.nombres,
          person.apellidos,
          person.dv ? `${person.numero}-${person.dv}` : person.numero,
          person.email,
          person.celular,
        ),
      ),
      ...pupils.map((pupil) =>
        row(
          pupil.Run,
          'true',
          'o',
          'student',
          pupil.Nombres,
          `${pupil['Apellido Paterno']} ${pupil['Apellido Materno']}`.trim(),
          `${pupil.Run}-${pupil['Dígito Ver.']}`,
          '',
          '',
          guardiansOf(pupil.Run),
        ),
      ),
    ],
  )
  const classCodes = ['5A', ...subjects.map(({ codigo }) => codigo)]
  write(
    'enrollments',
    [
      ...head,
      'classSourcedId',
      'schoolSourcedId',
      'userSourcedId',
      'role',
      'primary',
      'beginDate',
      'endDate',
    ],
    [
      ...pupils.flatMap((pupil) =>
        classCodes.map((classCode) =>
          row(
            `${classCode}-${pupil.Run}`,
            classCode,
            'o',
            pupil.Run,
            'student',
            '',
            isoDay(pupil['Fecha Incorporación Curso']),
            '',
          ),
        ),
      ),
      ...subjects.map(({ codigo, run_docente }) =>
        row(`t-${codigo}`, codigo, 'o', run_docente, 'teacher', 'true', '', ''),
      ),
    ],
  )
  write(
    'demographics',
    [...head, 'birthDate', 'sex'],
    pupils.map((pupil) =>
      row(pupil.Run, isoDay(pupil['Fecha Nacimiento']), pupil.Genero === 'Femenino' ? 'female' : 'male'),
    ),
  )
  // A OneRoster score is a number and cannot represent a mark in words ('concepto').
  const numericSubjects = new Set(
    subjects.filter(({ escala }) => escala === 'numero').map(({ codigo }) => codigo),
  )
  const items = read('evaluaciones').filter(({ asignatura }) => numericSubjects.has(asignatura))
  write(
    'lineItems',
    [
      ...head,
      'title',
      'description',
      'assignDate',
      'dueDate',
      'classSourcedId',
      'categorySourcedId',
      'gradingPeriodSourcedId',
      'resultValueMin',
      'resultValueMax',
    ],
    items.map((item) =>
      row(
        item.codigo,
        item.nombre,
        item.descripcion,
        '',
        isoDay(item.fecha),
        item.asignatura,
        '',
        item.periodo,
        '1.0',
        '7.0',
      ),
    ),
  )
  const assessmentCodes = new Set(items.map(({ codigo }) => codigo))
  const grades = read('notas').filter(({ evaluacion, nota }) => assessmentCodes.has(evaluacion) && nota)
  write(
    'results',
    [...head, 'lineItemSourcedId', 'studentSourcedId', 'scoreStatus', 'score', 'scoreDate'],
    grades.map(({ evaluacion, run_alumno, nota }) =>
      row(`${evaluacion}-${run_alumno}`, evaluacion, run_alumno, 'fully graded', nota?.replace(',', '.'), ''),
    ),
  )
}
