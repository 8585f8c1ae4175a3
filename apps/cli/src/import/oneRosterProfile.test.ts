import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoize } from '@apoderados/core/db/client/memoize'
import { splitCourse } from '@apoderados/importer/formats/cells/courseCell'
import { rosterFileColumns } from '@apoderados/importer/formats/oneroster/rosterFiles'
import { describe, expect, it } from 'vitest'
import { addRow, editFile, type SampleChange, writeSample } from '../testing/oneRosterSample.ts'
import { setupImportCommand } from '../testing/setupImportCommand.ts'

const { run, folder } = setupImportCommand()
const vendorPage = await readFile(join(import.meta.dirname, '../../../../docs/oneroster.md'), 'utf8')

/** Returns the rows of the table `name` on the page for vendors, without its header. */
const tableRows = (name: string): string[][] => {
  const [, table = ''] =
    new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- end of ${name} -->`).exec(vendorPage) ?? []
  const lines = table.trim().split('\n').slice(2)
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
const removeBackquotes = (cell: string) => cell.replace(/^`|`$/g, '')

describe('the page for vendors', () => {
  it('lists the columns of each file as the import reads them', () => {
    const list = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(', ')
    expect(
      tableRows('files').map(([file = '', , ...columns]) => [removeBackquotes(file), ...columns]),
    ).toEqual(
      Object.entries(rosterFileColumns).map(([name, { required, optional, unused }]) => [
        `${name}.csv`,
        list(required),
        list(optional),
        list(unused.filter((column) => !optional.includes(column))),
      ]),
    )
  })

  it('lists titles of homerooms with the level that the import reads', () => {
    const titles = tableRows('levels').flatMap(([level = '', examples = '']) =>
      Array.from(examples.matchAll(/`([^`]+)`/g), ([, title = '']) => ({ level, title })),
    )
    expect(titles.length).toBeGreaterThan(10)
    for (const { level, title } of titles) {
      const { name = '' } = splitCourse(title) ?? {}
      expect(level, title).toContain(name.replace(/^\d+° /, '') || 'no level')
    }
  })

  /**
   * The changes of the sample that cause the errors on the page for vendors. The changes of a group affect different
   * rows, and are tested with one import, because each import takes half a second.
   */
  const errorGroups: Record<string, SampleChange>[] = [
    { 'falta el archivo classes.csv': (files) => void files.delete('classes') },
    { 'falta la columna «identifier»': editFile('orgs', 'identifier', 'rbd') },
    { 'trae solo cambios (delta)': editFile('manifest', 'file.results,bulk', 'file.results,delta') },
    { 'no es un RBD': editFile('orgs', '90002-8', 'LOS-AROMOS') },
    {
      'el dígito verificador no corresponde': editFile('users', '40100001-1', '40100001-2'),
      'falta el dígito verificador': editFile('users', '40100002-K', '40100002'),
      'falta el dato': editFile('users', '40215347-4', ''),
      'no es un RUN': editFile('users', '40318926-K', 'M-17'),
      'es un RUT de empresa': editFile('users', '40427815-0', '76000001-3'),
      'falta el correo: sin él no puede ingresar a la aplicación': editFile(
        'users',
        'paola.huenchul@example.com',
        '',
      ),
      'el correo ya es de la persona de la fila …': editFile('users', 'marta.vidal@', 'jean.pierre@'),
      'no es una fecha': editFile('demographics', '2015-09-06', '06/09/2015'),
    },
    {
      'la persona está repetida': editFile('users', '42310987-4,rosa', '42456123-1,rosa'),
      'el curso está repetido': editFile('classes', ',3° Medio B,', ',3° Medio A,'),
      'la asignatura está repetida en el curso': editFile('classes', '05,rel,REL', '05,mat,REL'),
      'no existe esa clase': editFile('enrollments', ',2026-5A,org-1,s1', ',2026-5Z,org-1,s1'),
      'no dice en qué semestre o trimestre es': editFile('lineItems', ',2026-1S,', ',2026,'),
      'tiene dos decimales': editFile('results', ',4.8,', ',4.85,'),
      'no existe esa evaluación': editFile('results', ',5A-MAT-1,s2', ',5A-MAT-9,s2'),
    },
    {
      'no termina con la letra del curso': editFile('classes', ',5° Básico A,', ',Quinto básico,'),
      'no existe ese establecimiento': editFile('classes', '3MB,homeroom,,org-1', '3MB,homeroom,,org-9'),
      'no existe ese estudiante': editFile('enrollments', ',2026-3MA,org-1,s4,', ',2026-3MA,org-1,s99,'),
      'la escala no llega a 7,0: sus notas no se pueden traducir': editFile('lineItems', '1.0,7.0', '0,100'),
    },
    {
      'no dice si es de básica o de media': editFile('classes', ',3° Medio A,', ',3A,'),
      'no se conoce «…»': editFile('classes', '3MB,homeroom', '3MB,advisory'),
      'fuera de 1,0 a 7,0': editFile('results', ',5.4,', ',54,'),
    },
    {
      'el estudiante está repetido sin fecha de retiro': editFile(
        'enrollments',
        ',2026-3MB,org-1,s6,',
        ',2026-3MB,org-1,s5,',
      ),
      'la asignatura se evalúa con números': editFile(
        'results',
        ',fully graded,5.4,2026-04-20,,',
        ',fully graded,,2026-04-20,,MB',
      ),
    },
    {
      'no se sabe de qué año son sus filas': (files) => {
        addRow('academicSessions', '2025,,,Año escolar 2025,schoolYear,2025-03-05,2025-12-19,,2025')(files)
        addRow('academicSessions', '2025-1S,,,1° Semestre,semester,2025-03-05,2025-06-20,2025,2025')(files)
        files.set('classes', (files.get('classes') ?? '').replaceAll('org-1,2026,', 'org-1,,'))
      },
    },
  ]
  const errors = tableRows('errors').map(
    ([message = '', column = '']) => [removeBackquotes(message), removeBackquotes(column)] as const,
  )
  const importGroup = memoize(async (group: Record<string, SampleChange>) => {
    const changeAll: SampleChange = (files) => {
      for (const change of Object.values(group)) change(files)
    }
    return run(await writeSample(folder(), changeAll))
  })

  it('explains each error that the tests can produce', () => {
    expect(errors.map(([message]) => message).sort()).toEqual(errorGroups.flatMap(Object.keys).sort())
  })

  it.each(errors)('describes the cause of «%s» in the column %s', async (message, column) => {
    const group = errorGroups.find((changes) => message in changes) ?? {}
    const { isDone, output } = await importGroup(group)
    expect(isDone).toBe(false)
    const problems = output.split('\n').filter((line) => /^\w+\.csv[,:]/.test(line))
    const pieces = message.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const location = column === '' ? '(?:, fila \\d+)?' : `.*columna «${column}»`
    expect(
      problems.find((line) => new RegExp(`^\\w+\\.csv${location}: ${pieces.join('.+')}`).test(line)),
      output,
    ).toBeDefined()
    expect(problems.length, output).toBeLessThanOrEqual(Object.keys(group).length + 1)
  })

  const warningChanges: Record<string, SampleChange> = {
    'no se conoce esta columna: no se importa': editFile('users', 'middleName', 'segundoNombre'),
    'la aplicación no tiene lugar para estos datos: no se importan': (files) =>
      void files.set('categories', 'sourcedId,title\r\nc1,Pruebas\r\n'),
    'no está en ningún curso (una clase «homeroom»): no se importa': editFile(
      'enrollments',
      ',2026-5A,org-1,s3',
      ',2026-5A-MAT,org-1,s3',
    ),
    'no se sabe de qué curso es: no tiene estudiantes con curso. No se importa': addRow(
      'classes',
      '2026-TAL,,,Taller,,,TAL,scheduled,,org-1,2026,,,',
    ),
    'nombra a una persona que no está en users.csv': editFile('users', '"s1,s4"', '"s1,s4,s99"'),
    'la persona no tiene vínculo con ningún estudiante': addRow(
      'users',
      'g9,,,true,org-1,guardian,,,Eva,Rojas,,42910006-2,eva.rojas@example.com,,,,,',
    ),
    'la cuenta está deshabilitada allí: eso no le quita el acceso aquí': editFile(
      'users',
      'g1,,,true',
      'g1,,,false',
    ),
    'el estudiante no toma el electivo «…»: su familia no ve esta nota': addRow(
      'results',
      'r9,,,3M-BIO-1,s5,fully graded,5.0,2026-04-27,,',
    ),
  }
  const warnings = tableRows('warnings').map(([message = '']) => removeBackquotes(message))

  it('explains each warning that the tests can produce', () => {
    expect(warnings).toEqual(Object.keys(warningChanges))
  })

  it.each(warnings)('describes the cause of the warning «%s»', async (message) => {
    const { isDone, output } = await importGroup(warningChanges)
    expect(isDone, output).toBe(true)
    for (const piece of message.split('…')) expect(output).toContain(piece)
  })
})
