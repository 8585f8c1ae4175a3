import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splitCourse } from '@apoderados/importer/formats/cells/courseCell'
import { files as readFiles } from '@apoderados/importer/formats/oneroster/rosterFiles'
import { describe, expect, it } from 'vitest'
import { useImportCommand } from '../testing/useImportCommand.ts'

const { query, run, folder } = useImportCommand()
const docs = join(import.meta.dirname, '../../../../docs')
const sample = join(docs, 'oneroster-sample')
const page = await readFile(join(docs, 'oneroster.md'), 'utf8')

/** Returns the rows of the page's table of that name, without its header. */
const tableOf = (name: string): string[][] => {
  const [, table = ''] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- end of ${name} -->`).exec(page) ?? []
  const lines = table.trim().split('\n').slice(2)
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
const unquoted = (cell: string) => cell.replace(/^`|`$/g, '')

/** Writes the sample's files to a folder, after changing them by name. */
type Change = (files: Map<string, string>) => void

const NAMES = [...Object.keys(readFiles).filter((name) => name !== 'roles'), 'manifest']

async function sampleWith(change: Change): Promise<string> {
  const texts = NAMES.map(
    async (name) => [name, await readFile(join(sample, `${name}.csv`), 'utf8')] as const,
  )
  const files = new Map(await Promise.all(texts))
  change(files)
  const copy = join(folder(), 'export')
  await mkdir(copy)
  for (const [name, text] of files) await writeFile(join(copy, `${name}.csv`), text)
  return copy
}

const edit =
  (name: string, from: string | RegExp, to: string): Change =>
  (files) => {
    const text = files.get(name) ?? ''
    expect(text).toMatch(from)
    files.set(name, text.replace(from, to))
  }
const add =
  (name: string, row: string): Change =>
  (files) =>
    void files.set(name, `${files.get(name)}${row}\r\n`)

describe('the sample export for vendors', () => {
  it('is imported without a problem or warning, as the page states', async () => {
    const { isDone, said } = await run(sample, '--apply')
    expect(said).not.toMatch(/Aviso|problema/)
    expect(isDone).toBe(true)
    expect(await query('select rbd, name from establishments')).toEqual([
      { rbd: '90002-8', name: 'Colegio Los Aromos de La Florida' },
    ])
    expect(await query('select year, name, letter from courses order by 2, 3')).toEqual([
      { year: 2026, name: '3° Medio', letter: 'A' },
      { year: 2026, name: '3° Medio', letter: 'B' },
      { year: 2026, name: '5° Básico', letter: 'A' },
    ])
    expect(
      await query('select code, name, starts_on::text, ends_on::text from sub_periods order by 1'),
    ).toEqual([
      { code: '2026-1S', name: '1° Semestre', starts_on: '2026-03-04', ends_on: '2026-06-19' },
      { code: '2026-2S', name: '2° Semestre', starts_on: '2026-07-06', ends_on: '2026-12-18' },
    ])
    const students =
      await query(`select rut || '-' || rut_dv as rut, students.name, last_name, second_last_name,
        birthday::text, gender, courses.name || ' ' || letter as course
      from students join enrollments on student_id = students.id join courses on courses.id = course_id order by rut`)
    expect(students).toHaveLength(7)
    expect(students.slice(0, 2)).toEqual([
      {
        ...{ rut: '199000001-4', name: 'Nahuel', last_name: 'Pierre', second_last_name: null },
        ...{ birthday: '2015-09-06', gender: 'Masculino', course: '5° Básico A' },
      },
      {
        ...{ rut: '40100001-1', name: 'Martina Antonia', last_name: 'De la Fuente' },
        ...{
          second_last_name: 'Huenchul',
          birthday: '2015-05-17',
          gender: 'Femenino',
          course: '5° Básico A',
        },
      },
    ])
    const links =
      await query(`select email, parents.rut, foreign_document, phone, parent_type, other_type, has_access
      from student_parents join parents on parents.id = parent_id join students on students.id = student_id
      order by students.rut`)
    expect(links).toHaveLength(7)
    expect(links[0]).toEqual({
      ...{ email: 'jean.pierre@example.com', rut: null, foreign_document: 'passport:HT4471902', phone: null },
      ...{ parent_type: 'father', other_type: null, has_access: true },
    })
    expect(links[1]).toEqual({
      ...{ email: 'paola.huenchul@example.com', rut: '42456123', foreign_document: null },
      ...{ phone: '+56900000001', parent_type: 'other', other_type: 'Apoderado', has_access: true },
    })
    const subjects =
      await query(`select courses.name || ' ' || letter as course, course_subjects.name, scale_type,
        counts_in_average, employees.last_name as teacher
      from course_subjects join courses on courses.id = course_id
      left join employees on employees.id = employee_id order by 1, 2`)
    expect(subjects.map(Object.values)).toEqual([
      ['3° Medio A', 'Biología Celular y Molecular', 'number', true, 'Sandoval'],
      ['3° Medio A', 'Lengua y Literatura', 'number', true, 'Sandoval'],
      ['3° Medio B', 'Biología Celular y Molecular', 'number', true, 'Sandoval'],
      ['5° Básico A', 'Matemática', 'number', true, 'Fuentes'],
      ['5° Básico A', 'Religión', 'other', false, 'Fuentes'],
    ])
    const electives =
      await query(`select students.rut, courses.name || ' ' || courses.letter as course, course_subjects.name
      from elective_enrollments taken join course_subjects on course_subjects.id = taken.course_subject_id
      join courses on courses.id = course_id join enrollments on enrollments.id = enrollment_id
      join students on students.id = student_id order by 1`)
    expect(electives.map(Object.values)).toEqual([
      ['40215347', '3° Medio A', 'Biología Celular y Molecular'],
      ['40427815', '3° Medio B', 'Biología Celular y Molecular'],
    ])
    const grades =
      await query(`select students.rut, assessments.code, assessments.held_on::text, tenths, concept
      from grades join assessments on assessments.id = assessment_id
      join enrollments on enrollments.id = enrollment_id join students on students.id = student_id order by 2, 1`)
    expect(grades.map(Object.values)).toEqual([
      ['40215347', '3M-BIO-1', '2026-04-20', 48, null],
      ['40427815', '3M-BIO-1', '2026-04-20', 65, null],
      ['199000001', '5A-MAT-1', '2026-04-15', 60, null],
      ['40100001', '5A-MAT-1', '2026-04-15', 54, null],
      ['199000001', '5A-REL-1', '2026-05-18', null, 'B'],
      ['40100001', '5A-REL-1', '2026-05-18', null, 'MB'],
    ])
  })

  it('can also be written as OneRoster 1.2', async () => {
    await run(sample, '--apply')
    const copy = await sampleWith((files) => {
      const [headers = '', ...users] = (files.get('users') ?? '').trimEnd().split('\r\n')
      const role = headers.split(',').indexOf('role')
      const roles = users.map((row, index) => {
        const cells = row.split(',')
        return `r${index},,,${cells[0]},primary,${cells[role]},,,org-1,`
      })
      const head =
        'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId'
      files.set('roles', [head, ...roles].join('\r\n'))
      const without = users.map((row) => row.replace(/^((?:[^,]*,){5})[^,]*,/, '$1'))
      files.set('users', [headers.replace('role,', ''), ...without].join('\r\n'))
      edit('lineItems', 'gradingPeriodSourcedId', 'academicSessionSourcedId')(files)
      edit('manifest', 'oneroster.version,1.1', 'oneroster.version,1.2')(files)
    })
    const { isDone, said } = await run(copy)
    expect(isDone).toBe(true)
    expect(said).not.toMatch(
      /Aviso|^\S+ +(?:[1-9]\d* +\d+ +\d+|\d+ +[1-9]\d* +\d+|\d+ +\d+ +[1-9]\d*) +\d+$/m,
    )
  })
})

describe('the page for vendors', () => {
  it('lists the columns of each file as the import reads them', () => {
    const list = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(', ')
    expect(tableOf('files').map(([file = '', , ...columns]) => [unquoted(file), ...columns])).toEqual(
      Object.entries(readFiles).map(([name, { required, optional, unused }]) => [
        ...[`${name}.csv`, list(required), list(optional)],
        list(unused.filter((column) => !optional.includes(column))),
      ]),
    )
  })

  it('lists titles of homerooms with the level that the import reads', () => {
    const titles = tableOf('levels').flatMap(([level = '', examples = '']) =>
      Array.from(examples.matchAll(/`([^`]+)`/g), ([, title = '']) => ({ level, title })),
    )
    expect(titles.length).toBeGreaterThan(10)
    for (const { level, title } of titles) {
      const { name = '' } = splitCourse(title) ?? {}
      expect(level, title).toContain(name.replace(/^\d+° /, '') || 'no level')
    }
  })

  /** How to break the sample, by the message on the page. */
  const wrong: Record<string, Change> = {
    'falta el archivo classes.csv': (files) => void files.delete('classes'),
    'falta la columna «identifier»': edit('orgs', 'identifier', 'rbd'),
    'trae solo cambios (delta)': edit('manifest', 'file.results,bulk', 'file.results,delta'),
    'no es un RBD': edit('orgs', '90002-8', 'LOS-AROMOS'),
    'el dígito verificador no corresponde': edit('users', '40100001-1', '40100001-2'),
    'falta el dígito verificador': edit('users', '40100001-1', '40100001'),
    'falta el dato': edit('users', '40100001-1', ''),
    'no es un RUN': edit('users', '40100001-1', 'M-17'),
    'es un RUT de empresa': edit('users', '40100001-1', '76000001-3'),
    'falta el correo: sin él no puede ingresar a la aplicación': edit(
      'users',
      'paola.huenchul@example.com',
      '',
    ),
    'el correo ya es de la persona de la fila …': edit('users', 'jean.pierre@', 'paola.huenchul@'),
    'la persona está repetida': edit('users', '42310987-4,rosa', '42456123-1,rosa'),
    'no termina con la letra del curso': edit('classes', ',5° Básico A,', ',Quinto básico,'),
    'no dice si es de básica o de media': edit('classes', ',3° Medio A,', ',3A,'),
    'el curso está repetido': edit('classes', ',3° Medio B,', ',3° Medio A,'),
    'la asignatura está repetida en el curso': edit('classes', '05,rel,REL', '05,mat,REL'),
    'no se conoce «…»': edit('classes', '5A,homeroom', '5A,advisory'),
    'no existe ese establecimiento': edit('classes', '5A,homeroom,,org-1', '5A,homeroom,,org-9'),
    'no existe esa clase': edit('enrollments', ',2026-5A,org-1,s1', ',2026-5Z,org-1,s1'),
    'no existe ese estudiante': edit('enrollments', ',2026-5A,org-1,s1,', ',2026-5A,org-1,s99,'),
    'el estudiante está repetido sin fecha de retiro': edit(
      'enrollments',
      ',2026-3MB,org-1,s6,',
      ',2026-3MB,org-1,s5,',
    ),
    'no es una fecha': edit('demographics', '2015-05-17', '17/05/2015'),
    'no dice en qué semestre o trimestre es': edit('lineItems', ',2026-1S,', ',2026,'),
    'la escala no llega a 7,0: sus notas no se pueden traducir': edit('lineItems', '1.0,7.0', '0,100'),
    'fuera de 1,0 a 7,0': edit('results', ',5.4,', ',54,'),
    'tiene dos decimales': edit('results', ',5.4,', ',5.45,'),
    'no existe esa evaluación': edit('results', ',5A-MAT-1,s1', ',5A-MAT-9,s1'),
    'la asignatura se evalúa con números': edit(
      'results',
      ',fully graded,5.4,2026-04-20,,',
      ',fully graded,,2026-04-20,,MB',
    ),
    'no se sabe de qué año son sus filas': (files) => {
      add('academicSessions', '2025,,,Año escolar 2025,schoolYear,2025-03-05,2025-12-19,,2025')(files)
      add('academicSessions', '2025-1S,,,1° Semestre,semester,2025-03-05,2025-06-20,2025,2025')(files)
      files.set('classes', (files.get('classes') ?? '').replaceAll('org-1,2026,', 'org-1,,'))
    },
  }
  const errors = tableOf('errors').map(
    ([message = '', column = '']) => [unquoted(message), unquoted(column)] as const,
  )

  it('explains each error that the tests can produce', () => {
    expect(errors.map(([message]) => message)).toEqual(Object.keys(wrong))
  })

  it.each(errors)('describes the cause of «%s» in the column %s', async (message, column) => {
    const { isDone, said } = await run(await sampleWith(wrong[message] as Change))
    expect(isDone).toBe(false)
    const problems = said.split('\n').filter((line) => /^\w+\.csv[,:]/.test(line))
    const pieces = message.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const location = column === '' ? '(?:, fila \\d+)?' : `.*columna «${column}»`
    expect(
      problems.find((line) => new RegExp(`^\\w+\\.csv${location}: ${pieces.join('.+')}`).test(line)),
      said,
    ).toBeDefined()
    expect(new Set(problems.map((line) => line.replace(/^.*?: /, ''))).size, said).toBeLessThanOrEqual(2)
  })

  const doubtful: Record<string, Change> = {
    'no se conoce esta columna: no se importa': edit('users', 'middleName', 'segundoNombre'),
    'la aplicación no tiene lugar para estos datos: no se importan': (files) =>
      void files.set('categories', 'sourcedId,title\r\nc1,Pruebas\r\n'),
    'no está en ningún curso (una clase «homeroom»): no se importa': edit(
      'enrollments',
      ',2026-5A,org-1,s3',
      ',2026-5A-MAT,org-1,s3',
    ),
    'no se sabe de qué curso es: no tiene estudiantes con curso. No se importa': add(
      'classes',
      '2026-TAL,,,Taller,,,TAL,scheduled,,org-1,2026,,,',
    ),
    'nombra a una persona que no está en users.csv': edit('users', '"s1,s4"', '"s1,s4,s99"'),
    'la persona no tiene vínculo con ningún estudiante': add(
      'users',
      'g9,,,true,org-1,guardian,,,Eva,Rojas,,42910006-2,eva.rojas@example.com,,,,,',
    ),
    'la cuenta está deshabilitada allí: eso no le quita el acceso aquí': edit(
      'users',
      'g1,,,true',
      'g1,,,false',
    ),
    'el estudiante no toma el electivo «…»: su familia no ve esta nota': add(
      'results',
      'r9,,,3M-BIO-1,s5,fully graded,5.0,2026-04-27,,',
    ),
  }
  const warnings = tableOf('warnings').map(([message = '']) => unquoted(message))

  it('explains each warning that the tests can produce', () => {
    expect(warnings).toEqual(Object.keys(doubtful))
  })

  it.each(warnings)('describes the cause of the warning «%s»', async (message) => {
    const { isDone, said } = await run(await sampleWith(doubtful[message] as Change))
    expect(isDone, said).toBe(true)
    for (const piece of message.split('…')) expect(said).toContain(piece)
  })
})
