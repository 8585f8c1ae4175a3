import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { openDatabase } from '@apoderados/core/db/client/open'
import { loadFolder } from '@apoderados/core/loads/loadJobs'
import { readNewsOfLoad } from '@apoderados/core/loads/schoolLoads'
import type { LoadReview } from '@apoderados/importer/review'
import { withClient } from '@apoderados/testing/client'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import { setupServer } from '@apoderados/testing/testServer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLoadWorker } from './loadWorker.ts'

const FIXTURE = join(import.meta.dirname, '../../../../packages/importer/fixtures/colegio')
const RBD = '90003-6'

const server = setupServer()
let dataDir = ''
let school_id = 0
const query = async (sql: string, values: unknown[] = []) =>
  (await server().db.$client.query(sql, values)).rows

/** Creates a worker that reads the queue as the server, and writes as the operator. */
function createWorker() {
  const { services, url } = server()
  const db = openDatabase(urlAs(url, restrictedRoles.server))
  const worker = createLoadWorker({ ...services, db }, { url: urlAs(url, restrictedRoles.operator), dataDir })
  return { ...worker, close: () => db.$client.end() }
}

async function runJobs(): Promise<void> {
  const worker = createWorker()
  await worker.run()
  await worker.close()
}

/** Adds a load with these files of the fixture, and queues its check. `change` edits a file by its name. */
async function deliver(
  names: string[],
  change: Record<string, (text: string) => string> = {},
): Promise<number> {
  const [row] = await query(
    `insert into loads (establishment_id, staff_id, staff_name, state) values ($1, 7, 'Marcela Soto', 'checking') returning id::float8`,
    [school_id],
  )
  const folder = loadFolder(dataDir, row.id)
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await cp(join(FIXTURE, name), join(folder, name), { recursive: true })
    const edit = change[name]
    if (edit) await writeFile(join(folder, name), edit(await readFile(join(folder, name), 'utf8')))
  }
  return row.id
}

const readLoad = async (id: number) => (await query('select * from loads where id = $1', [id]))[0]
const queue = (id: number, state: string, answers: object = { removals: {} }) =>
  query('update loads set state = $2, answers = $3, claimed_at = null where id = $1', [
    id,
    state,
    JSON.stringify(answers),
  ])

/** Checks and applies a delivery. */
async function load(names: string[], change = {}): Promise<number> {
  const id = await deliver(names, change)
  await runJobs()
  await queue(id, 'applying')
  await runJobs()
  return id
}

const ALL = [
  'establecimientos',
  'periodos',
  'cursos',
  'funcionarios',
  'asignaturas',
  'alumnos',
  'apoderados',
  'vinculos',
  'horario',
  'evaluaciones',
  'notas',
  'asistencia',
  'atrasos',
  'observaciones',
].map((name) => `${name}.csv`)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'apoderados-loads-'))
  await makeRoles(server().db)
})
afterAll(() => rm(dataDir, { recursive: true }))
beforeEach(async () => {
  await rm(join(dataDir, 'loads'), { recursive: true, force: true }) // the next load gets the same id
  await query('truncate establishments, parents restart identity cascade')
  const [row] = await query(
    `insert into establishments (name, rbd) values ('Colegio', $1) returning id::float8`,
    [RBD],
  )
  school_id = row.id
})

const withoutStudent = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.includes('40288118'))
    .join('\n')

describe('a load of the console', () => {
  it('is checked, reviewed and applied, and its files are removed', async () => {
    const id = await deliver(ALL)
    await runJobs()
    const checked = await readLoad(id)
    expect([checked.state, checked.failure]).toEqual(['review', null])
    expect(checked.review.counts.notas).toEqual({ added: 60, changed: 0, emptied: 0, ended: 0, unchanged: 0 })
    await queue(id, 'applying')
    await runJobs()
    expect(await readLoad(id)).toMatchObject({ state: 'done', review: null, failure: null })
    expect(await query('select count(*)::int as grades from grades')).toEqual([{ grades: 60 }])
    await expect(stat(loadFolder(dataDir, id))).rejects.toThrow('ENOENT')
  })

  it('shows a problem in its row, and continues with the corrected cell', async () => {
    const id = await deliver(ALL, { 'alumnos.csv': (text) => text.replace('40288118;6;', '40288118;5;') })
    await runJobs()
    expect((await readLoad(id)).state).toBe('problems')
    const [problem] = await query(
      'select file, line, position, message, expected from load_problems where not is_warning',
    )
    expect(problem).toMatchObject({
      file: 'alumnos.csv',
      line: 3,
      message: 'el dígito verificador no corresponde',
      expected: '6',
    })
    const rows = await query('select line, is_header, cells from load_rows where file = $1 order by line', [
      'alumnos.csv',
    ])
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
    expect([rows[0].is_header, rows[2].cells[problem.position]]).toEqual([true, '5'])
    await query(
      `insert into load_corrections (establishment_id, load_id, file, line, position, "column", before, value)
      values ($1, $2, 'alumnos.csv', 3, $3, 'dv', '5', '6')`,
      [school_id, id, problem.position],
    )
    await queue(id, 'checking')
    await runJobs()
    expect((await readLoad(id)).state).toBe('review')
  })

  it('takes no other school', async () => {
    const id = await deliver(['establecimientos.csv'], {
      'establecimientos.csv': (text) => text.replace('90003;6;', '90020;6;'),
    })
    await runJobs()
    expect((await readLoad(id)).state).toBe('problems')
    expect(await query('select message from load_problems where not is_warning')).toEqual([
      { message: 'es del establecimiento 90020-6: aquí se cargan solo los datos del suyo' },
    ])
  })

  it('asks who leaves, and for the number if more than 5 % would', async () => {
    await load(ALL)
    const id = await deliver(['alumnos.csv'], { 'alumnos.csv': withoutStudent })
    await runJobs()
    const review: LoadReview = (await readLoad(id)).review
    const [question] = review.removals
    expect(question).toMatchObject({ kind: 'matrículas', isExcessive: true })
    expect(question?.rows).toEqual([
      {
        row_name: expect.stringMatching(/^\d+$/),
        name: expect.any(String),
        course: '5° Básico A',
        document: '40288118-6',
      },
    ])

    await queue(id, 'applying', { removals: { matrículas: { keep: [] } } })
    await runJobs()
    expect(await readLoad(id)).toMatchObject({
      state: 'failed',
      failure: 'Falta responder: matrículas: escriba 1 para confirmarlo.',
    })
    await queue(id, 'applying', { removals: { matrículas: { keep: 'all' } } })
    await runJobs()
    expect((await readLoad(id)).state).toBe('done')
    expect(await query('select 1 from enrollments where withdrawn_on is not null')).toEqual([])
  })

  it('ends those who leave once the number is typed', async () => {
    await load(ALL)
    const id = await deliver(['alumnos.csv'], { 'alumnos.csv': withoutStudent })
    await runJobs()
    await queue(id, 'applying', { removals: { matrículas: { keep: [], typed: 1 } } })
    await runJobs()
    expect((await readLoad(id)).state).toBe('done')
    expect(await query('select 1 from enrollments where withdrawn_on is not null')).toHaveLength(1)
  })

  it('changes a sign-in e-mail only if that was confirmed', async () => {
    await load(ALL)
    const change = {
      'apoderados.csv': (text: string) => text.replace('claudia.araya@example.com', 'otra@example.com'),
    }
    const answers = [{ keep: 'all' }, { keep: [] }]
    for (const [index, emails] of answers.entries()) {
      const id = await deliver(['apoderados.csv'], change)
      await runJobs()
      expect((await readLoad(id)).review.emails).toMatchObject([
        { old_email: expect.stringContaining('…'), new_email: 'otra@example.com' },
      ])
      await queue(id, 'applying', { removals: {}, emails })
      await runJobs()
      expect(await query(`select 1 from parents where email = 'otra@example.com'`)).toHaveLength(index)
    }
  })

  it('is reviewed again if the data changed since', async () => {
    await load(ALL)
    const id = await deliver(['notas.csv'], { 'notas.csv': (text) => text.replace(/;(\d),\d;/, ';1,1;') })
    await runJobs()
    await query('update grades set tenths = 33 where tenths is not null')
    await queue(id, 'applying')
    await runJobs()
    expect(await readLoad(id)).toMatchObject({ state: 'review', is_outdated: true })
  })

  it('waits while another import writes', async () => {
    const id = await deliver(ALL)
    await runJobs()
    await queue(id, 'applying')
    await withClient(server().url, async (client) => {
      await client.query('select pg_advisory_lock(4016003)')
      await runJobs()
      expect(await readLoad(id)).toMatchObject({ state: 'applying', claimed_at: null })
    })
    await runJobs()
    expect((await readLoad(id)).state).toBe('done')
  })

  it('says before it is saved whom its news reach, as after it', async () => {
    await load([...ALL, 'agenda.csv', 'documentos'])
    const id = await deliver([...ALL, 'agenda.csv', 'documentos'], {
      'notas.csv': (text) => text.replace(/;(\d),\d;/, ';1,1;'),
      'asistencia.csv': (text) => text.replace(';P', ';A'),
      'atrasos.csv': (text) => text.split('\n').slice(0, 2).join('\n').replace(':17', ':18'),
      'observaciones.csv': (text) => text.replace('Responsabilidad', 'Puntualidad'),
      'horario.csv': (text) => text.replace('08:00', '07:55'),
    })
    await runJobs()
    const { told }: LoadReview = (await readLoad(id)).review
    expect(told.families).toBe(4)
    expect(told.news.map(({ kind, families, timing }) => [kind, families, timing])).toEqual([
      ['absence', 1, 'at_once'],
      ['arrear', 1, 'at_once'],
      ['grade', 1, 'at_once'],
      ['observation', 1, 'at_time'],
      ['timetable', 4, 'at_once'],
    ])
    await queue(id, 'applying')
    await runJobs()
    const { families, news } = await readNewsOfLoad(server().db, { establishment_id: school_id, load_id: id })
    expect([families, news.map((each) => [each.kind, each.families])]).toEqual([
      told.families,
      told.news.map((each) => [each.kind, each.families]),
    ])
  })

  it('ends without a result if its check is cancelled, and is checked again', async () => {
    const id = await deliver(ALL)
    await withClient(server().url, async (client) => {
      await client.query('begin; lock table courses in access exclusive mode')
      const worker = createWorker()
      const running = worker.run()
      await expect.poll(async () => (await readLoad(id)).step, { timeout: 60_000 }).not.toBeNull()
      await query(`update loads set state = 'uploading', claimed_at = null, step = null where id = $1`, [id])
      await client.query('rollback')
      await running
      await worker.close()
    })
    expect(await readLoad(id)).toMatchObject({ state: 'uploading', review: null, failure: null })
    await queue(id, 'checking')
    await runJobs()
    expect((await readLoad(id)).state).toBe('review')
  })

  it('is undone by the worker', async () => {
    await load(ALL)
    const id = await load(['notas.csv'], {
      'notas.csv': (text: string) => text.replace(/;(\d),\d;/, ';1,1;'),
    })
    expect(await readLoad(id)).toMatchObject({ state: 'done', failure: null })
    expect(await query('select 1 from grades where tenths = 11')).toHaveLength(1)
    await queue(id, 'undoing')
    await runJobs()
    expect((await readLoad(id)).state).toBe('undone')
    expect(await query('select 1 from grades where tenths = 11')).toEqual([])
  })
})

describe('a process that is killed', () => {
  /** Starts a worker in a process of its own. */
  function startProcess(): ChildProcess {
    const { url } = server()
    const environment = {
      ...process.env,
      SERVER_URL: urlAs(url, restrictedRoles.server),
      OPERATOR_URL: urlAs(url, restrictedRoles.operator),
      DATA_DIR: dataDir,
    }
    return spawn(process.execPath, [join(import.meta.dirname, '../testing/loadWorkerProcess.ts')], {
      env: environment,
    })
  }

  it.each([
    ['checking', 'courses'],
    ['applying', 'parents'],
  ])('while %s saves nothing, and the load can be run again', { tags: 'long' }, async (state, table) => {
    const id = await deliver(ALL)
    if (state === 'applying') {
      await runJobs()
      await queue(id, state)
    }
    await withClient(server().url, async (client) => {
      await client.query(
        `begin; lock table ${table} in ${state === 'checking' ? 'access exclusive' : 'exclusive'} mode`,
      )
      const { rows } = await client.query('select pg_backend_pid() as pid')
      const child = startProcess()
      const blocked = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      await expect.poll(() => query(blocked, [rows[0].pid]), { timeout: 60_000 }).toHaveLength(1)
      child.kill('SIGKILL')
      await client.query('rollback')
    })
    const stateNow = async () => {
      await runJobs()
      return (await readLoad(id)).state
    }
    await expect.poll(stateNow, { timeout: 60_000 }).toBe('interrupted')
    expect(await readLoad(id)).toMatchObject({
      failure: 'Se interrumpió y no se guardó nada. Vuelva a intentarlo.',
    })
    expect(await query('select 1 from students')).toEqual([])
    await queue(id, state)
    await runJobs()
    expect((await readLoad(id)).state).toBe(state === 'checking' ? 'review' : 'done')
  })
})
