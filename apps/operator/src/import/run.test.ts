import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/server/db/open'
import { useServer } from '@apoderados/server/testing/testServer'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { rosterSet } from '../testing/rosterSet.ts'
import { readOptions } from './options.ts'
import { runImport } from './run.ts'

const server = useServer()
const fixtures = join(import.meta.dirname, '../../fixtures')
const school = join(fixtures, 'colegio')
const ANDREA = 'andrea.huenchul@example.com'

const query = async (sql: string, parameters: unknown[] = []) =>
  (await server().db.$client.query(sql, parameters)).rows

let folder = ''
let scanCommand: string | undefined

/** As the command runs beside the server: what it said, line by line, or its refusal. */
async function run(...args: string[]) {
  const lines: string[] = []
  const { url, services } = server()
  const db = openDatabase(url, { isPatient: true })
  const connection = {
    ...{ ...services, db, url, dataDir: inject('dataDir'), publicUrl: undefined, scanCommand },
    close: () => db.$client.end(),
  }
  const terminal = {
    print: (line = '') => void lines.push(line),
    warn: (line: string) => void lines.push(line),
    ask: async () => undefined,
    askSecret: async () => '',
  }
  const options = readOptions([...args, '--errors', join(folder, 'errores.csv')])
  if (options === 'help') throw new Error('not asked for')
  try {
    const isDone = await runImport(connection, options, terminal)
    return { isDone, said: lines.join('\n') }
  } finally {
    await connection.close()
  }
}

/** A copy of the school's sheets in which one says something else. */
async function schoolWith(file: string, change: (text: string) => string): Promise<string> {
  const copy = join(folder, 'colegio')
  await cp(school, copy, { recursive: true })
  await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')))
  return copy
}

/** The guardian signed in with the demo's password. */
async function enter(email: string) {
  const password_hash = await server().services.passwords.hash('demo1234')
  await query('update parents set password_hash = $1 where email = $2', [password_hash, email])
  const jwt = await server().signIn(email)
  const profile = (await server().send('getProfile', {}, { jwt })).json()
  return { jwt, profile, student_id: profile.students[0]?.id }
}

beforeAll(async () => {
  await query(`update demo_school set is_off = true`)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apoderados-import-'))
  await query('truncate establishments, parents restart identity cascade')
})
afterEach(() => rm(folder, { recursive: true }))

describe('the import', () => {
  it('without --apply tells what would change and changes nothing', async () => {
    const { isDone, said } = await run(school)
    expect(isDone).toBe(true)
    expect(said).toMatch(/^ +nuevos +cambian +terminan +siguen igual\nestablecimientos +1 +0 +0 +0\n/)
    expect(said).toMatch(/\nnotas +60 +0 +0 +0\n/)
    expect(said).toMatch(/\nNo se guardó nada: repita con --apply para guardarlo\.$/)
    expect(await query('select 1 from establishments')).toEqual([])
  })

  it.each([
    ['sheets in CSV', [school]],
    [
      'a workbook of LibreOffice',
      [join(fixtures, 'colegio.xlsx'), `${school}/fotos`, `${school}/documentos`],
    ],
  ])('of %s leaves nothing to do for the other', async (_, paths) => {
    await run(...paths, '--apply')
    for (const other of [[school], [join(fixtures, 'colegio.xlsx'), `${school}/documentos`]]) {
      const { said } = await run(...other, '--apply')
      expect(said).not.toMatch(/^\S+ +(?:[1-9]\d* +\d+ +\d+|\d+ +[1-9]\d* +\d+|\d+ +\d+ +[1-9]\d*) +\d+$/m)
      expect(said).toMatch(/^agenda +0 +0 +0 +15$/m)
    }
  })

  it.each([
    ['false', false, 'el antivirus lo rechaza'],
    ['true', true, 'Guardado.'],
  ])('with a scanner that says %s is done: %s', async (command, isDone, words) => {
    scanCommand = command
    const ran = await run(school, '--apply').finally(() => {
      scanCommand = undefined
    })
    expect([ran.isDone, ran.said.includes(words)]).toEqual([isDone, true])
    const stored = await query('select 1 from events where document_id is not null')
    expect(stored.length > 0).toBe(isDone)
  })

  it('stores documents and photos once, without what tells where they were made', async () => {
    await run(school, '--apply')
    const stored = await query(`select document_id as id from events where document_id is not null
      union all select photo_id from enrollments where photo_id is not null
      union all select insign_id from establishments`)
    expect(stored).toHaveLength(4)
    await run(school, '--apply')
    const again = await query(`select document_id as id from events where document_id is not null
      union all select photo_id from enrollments where photo_id is not null
      union all select insign_id from establishments`)
    expect(again).toEqual(stored)
    const { jwt, profile, student_id } = await enter(ANDREA)
    const asked = { student_id, date: '21/04/2026' }
    const events = (await server().send('getDiaryEvents', asked, { jwt })).json()
    const { document } = events.find(({ title }: { title: string }) => title === 'Entrega de informe')
    const answer = await server().app.inject({ url: document, headers: { authorization: `Bearer ${jwt}` } })
    expect(answer.rawPayload.equals(await readFile(join(school, 'documentos/pauta-laboratorio.pdf')))).toBe(
      true,
    )
    expect(answer.headers['content-disposition']).toContain('pauta-laboratorio.pdf')
    const photo = await server().app.inject({ url: profile.students[0].enrollment.profile_image })
    expect(photo.statusCode).toBe(200)
  })

  it('tells each problem with its place, all in one run, on the terminal and as CSV', async () => {
    const wrong = await schoolWith('notas.csv', (text) =>
      text.replace('LEN-1;40288001;6,2;', 'LEN-1;40288001;62;').replace('LEN-1;40288118', 'LEN-9;40288118'),
    )
    await writeFile(join(wrong, 'documentos/pauta-laboratorio.pdf'), '<html>')
    const { isDone, said } = await run(wrong, '--apply')
    expect(isDone).toBe(false)
    expect(said).toContain(
      'notas.csv, fila 3, columna «evaluacion»: no existe «LEN-9» (se esperaba el código de una evaluación del curso del estudiante)',
    )
    expect(said).toMatch(/^notas\.csv, fila 2, columna «nota»: .*6,2/m)
    expect(said).toMatch(/pauta-laboratorio\.pdf: .*no es un PDF/)
    expect(said).toMatch(/4 problemas: no se importa nada\. Lista: /)
    expect(await query('select 1 from establishments')).toEqual([])
    const path = join(folder, 'errores.csv')
    const csv = await readFile(path, 'utf8')
    expect(csv).toMatch(/^\uFEFF"archivo";"fila";"columna";"problema";"se esperaba"\r\n/)
    expect(csv).toContain('"notas.csv";"3";"evaluacion";"no existe «LEN-9»"')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('writes no formula into the list of problems', async () => {
    const wrong = await schoolWith('alumnos.csv', (text) =>
      text.replace('5° Básico;A;40288001', '5° Básico;=1+1;40288001'),
    )
    await run(wrong)
    expect(await readFile(join(folder, 'errores.csv'), 'utf8')).not.toMatch(/"[=+@-]/)
  })

  it('drops what tells of a student’s origin', async () => {
    const marked = await schoolWith('alumnos.csv', (text) =>
      text.replaceAll(';0;04-03-2026', ';MARCA;04-03-2026'),
    )
    const { said } = await run(marked, '--apply')
    expect(said).not.toContain('MARCA')
    const tables = await query(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables)
      expect(await query(`select 1 from "${name}" row where row::text like '%MARCA%'`), name).toEqual([])
  })

  it('writes letters instead of mails', async () => {
    const letters = join(folder, 'cartas.pdf')
    const { said } = await run(school, '--apply', '--letters', letters)
    expect(said).toContain(`6 apoderados nuevos: sus cartas están en ${letters}.`)
    expect((await readFile(letters)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await query('select 1 from mails')).toEqual([])
    await expect(run(school, '--apply', '--letters', letters)).rejects.toThrow('ya existe')
  })

  it('notes in the audit log what it did, by numbers alone', async () => {
    await run(school, '--apply')
    const [note] = await query(
      `select action, establishment_id, detail from audit_log order by id desc limit 1`,
    )
    expect(note).toMatchObject({ action: 'operator', detail: { command: 'import' } })
    expect(note?.detail.counts.notas).toEqual({ added: 60, changed: 0, ended: 0, left: 0 })
  })

  it('refuses to take more than 5 % away, unless that is meant', async () => {
    await run(school, '--apply')
    const fewer = await schoolWith('alumnos.csv', (text) => text.split('\n').slice(0, 4).join('\n'))
    await writeFile(
      join(fewer, 'vinculos.csv'),
      (await readFile(join(fewer, 'vinculos.csv'), 'utf8')).split('\n').slice(0, 7).join('\n'),
    )
    for (const sheet of ['notas', 'asistencia', 'atrasos', 'observaciones'])
      await rm(join(fewer, `${sheet}.csv`))
    await expect(run(fewer, '--apply')).rejects.toThrow('90003-6: terminan 1 de 4 matrículas')
    expect(await query('select 1 from enrollments where withdrawn_on is not null')).toEqual([])
    const { said } = await run(fewer, '--apply', '--allow-endings')
    expect(said).toMatch(/^matrículas +0 +0 +1 +3$/m)
  })

  it('writes nothing of damaged files, and all of sound ones', async () => {
    const sheets = ['alumnos.csv', 'notas.csv', 'vinculos.csv', 'agenda.csv', 'horario.csv']
    const damage = fc.tuple(
      fc.constantFrom(...sheets),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(damage, async ([sheet, where, junk]) => {
        const damaged = await schoolWith(sheet, (text) => {
          const at = Math.floor(text.length * where)
          return text.slice(0, at) + junk + text.slice(at + junk.length)
        })
        const { isDone } = await run(damaged, '--apply', '--allow-endings')
        const schools = await query('select 1 from establishments')
        expect(schools).toHaveLength(isDone ? 1 : 0)
        await query('truncate establishments, parents restart identity cascade')
      }),
      { numRuns: 6 },
    )
  })

  it('refuses to begin beside another one', async () => {
    const other = new pg.Client({ connectionString: server().url })
    await other.connect()
    await other.query('select pg_advisory_lock(4016003)')
    await expect(run(school)).rejects.toThrow('Otra importación está en curso')
    await other.end()
  })

  it('refuses to work beside the demo school', async () => {
    await query('update demo_school set is_off = false')
    await expect(run(school)).rejects.toThrow('npm run admin -- demo off')
    await query('update demo_school set is_off = true')
  })

  it('leaves no trace of itself in the database', async () => {
    const tables = () => query(`select schemaname, tablename from pg_tables order by 1, 2`)
    const before = await tables()
    await run(school)
    expect(await tables()).toEqual(before)
  })
})

describe('the Ministry’s list', () => {
  const list = join(fixtures, 'SIGE Colegio Los Aromos de La Florida.xls')

  it('alone brings courses and students of a school that is there', async () => {
    await query(`insert into establishments (name, rbd) values ('Colegio Los Aromos', '90003-6')`)
    const { said } = await run(list, '--apply')
    expect(said).toMatch(/^cursos +1 +0 +0 +0$/m)
    expect(said).toMatch(/^matrículas +4 +0 +0 +0$/m)
  })

  it('of a school that is not there says how to make one', async () => {
    const { isDone, said } = await run(list)
    expect(isDone).toBe(false)
    expect(said).toContain('npm run admin -- school create')
  })
})

describe('a OneRoster folder', () => {
  it('is what the guardian reads', async () => {
    for (const [name, text] of Object.entries(rosterSet)) await writeFile(join(folder, `${name}.csv`), text)
    const { isDone, said } = await run(folder, '--apply')
    expect(said).not.toContain('problema')
    expect(isDone).toBe(true)
    const [guardian] = await query(`select email from parents join student_parents on parent_id = parents.id
      where has_access order by parents.id limit 1`)
    const { jwt, profile, student_id } = await enter(guardian?.email)
    expect(profile.students[0]).toMatchObject({
      establishment: { name: 'Colegio Los Aromos', rbd: '90020-6' },
    })
    const periods = (await server().send('getSubPeriods', { student_id }, { jwt })).json()
    expect(periods.map(({ name }: { name: string }) => name)).toEqual(['1° Semestre', '2° Semestre'])
    const again = await run(folder, '--apply')
    expect(again.said).toMatch(/^notas +0 +0 +0 +\d+$/m)
  })
})
