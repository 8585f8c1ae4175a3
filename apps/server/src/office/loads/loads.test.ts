import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '@apoderados/importer/problems'
import { openSources } from '@apoderados/importer/sheets/open'
import { DIRECTION, type OfficeBrowser, SECRETARY, setupOffice } from '@apoderados/testing/officeServer'
import { setupServer } from '@apoderados/testing/testServer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLoadWorker } from '../../jobs/loadWorker.ts'

const SHEET = 'evaluacion;run_alumno;nota;concepto\n'
const server = setupServer()
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'apoderados-office-loads-'))
  await query(`update assessments set code = 'T' || id`) // the demo's have no code
})
afterAll(() => rm(dataDir, { recursive: true }))
const office = setupOffice(server, server, () => ({ dataDir, wake: () => {} }))
const query = async (sql: string, values: unknown[] = []) =>
  (await server().db.$client.query(sql, values)).rows
const runJobs = () => createLoadWorker(server().services, { url: server().url, dataDir }).run()

/** Sends the bytes of a file of a load. */
const upload = (browser: OfficeBrowser, fields: object, payload: string) =>
  browser.send(
    'uploadLoadFile',
    { ...fields },
    { payload, headers: { 'content-type': 'application/octet-stream' } },
  )

/** Delivers a sheet with grades and checks it; returns the ids for further calls. */
async function deliver(browser: OfficeBrowser, text: string, path = 'notas.csv') {
  const { school_id } = await grade()
  const { id: load_id } = (await browser.send('createLoad', { school_id })).json()
  const ids = { school_id, load_id }
  const added = await browser.send('addLoadFile', {
    ...ids,
    path,
    bytes: Buffer.byteLength(text),
  })
  const { file_id } = added.json()
  expect((await upload(browser, { ...ids, file_id }, text)).statusCode).toBe(200)
  expect((await browser.send('checkLoad', { ...ids, complete: [] })).statusCode).toBe(200)
  await runJobs()
  return ids
}

/** Returns a grade of the demo with what a sheet says of it. */
async function grade() {
  const [row] =
    await query(`select school.id::float8 as school_id, assessment.code, student.rut, grade.tenths,
      grade.enrollment_id, grade.assessment_id
    from grades grade join assessments assessment on assessment.id = grade.assessment_id
    join enrollments enrollment on enrollment.id = grade.enrollment_id and enrollment.withdrawn_on is null
    join students student on student.id = enrollment.student_id
    join establishments school on school.id = grade.establishment_id
    where grade.tenths is not null and assessment.code is not null
    order by school.id, grade.enrollment_id, grade.assessment_id limit 1`)
  return row
}

it('a delivery is uploaded, corrected, applied and undone', async () => {
  const browser = await office.signIn(SECRETARY)
  const { code, rut, tenths } = await grade()
  const ids = await deliver(browser, `${SHEET}${code};${rut};9,9;\n`)
  const found = (await browser.send('getLoad', ids)).json()
  expect(found).toMatchObject({
    state: 'problems',
    errors: 1,
    is_own: true,
    delivered: [{ path: 'notas.csv', is_uploaded: true, sheets: ['notas'], rows: 0 }],
  })

  const [cause] = (await browser.send('listLoadProblems', ids)).json().causes
  const { header, problems } = (await browser.send('getLoadCause', { ...ids, cause: cause.cause })).json()
  const [problem] = problems
  expect([cause.count, header.cells[problem.position], problem.rows]).toEqual([
    1,
    'nota',
    [{ line: 2, cells: [code, rut, '9,9', ''] }],
  ])
  const list = await browser.send('exportLoadProblems', ids)
  expect(list.body).toContain('"notas.csv";"2";"nota"')

  const cell = {
    ...ids,
    file: 'notas.csv',
    line: 2,
    position: problem.position,
    value: tenths === 11 ? '1,2' : '1,1',
  }
  expect((await browser.send('correctLoadCell', cell)).statusCode).toBe(200)
  await browser.send('checkLoad', { ...ids, complete: [] })
  await runJobs()
  const reviewed = (await browser.send('getLoad', ids)).json()
  expect(reviewed).toMatchObject({
    state: 'review',
    missing: [],
    review: {
      counts: { notas: { changed: 1 } },
      told: { families: 1, news: [{ kind: 'grade', families: 1 }] },
    },
  })
  expect((await browser.send('applyLoad', ids)).statusCode).toBe(200)
  await runJobs()
  expect((await browser.send('getLoad', ids)).json()).toMatchObject({
    state: 'done',
    rows: 1,
    undo_refusal: null,
    told_families: 1,
    news: [{ kind: 'grade', families: 1 }],
  })
  expect((await grade()).tenths).not.toBe(tenths)

  expect((await browser.send('undoLoad', ids)).statusCode).toBe(200)
  await runJobs()
  const [newest] = (await browser.send('listLoads', { school_id: ids.school_id })).json().loads
  expect(newest).toMatchObject({
    id: ids.load_id,
    state: 'undone',
    undo_refusal: expect.stringMatching(/^Deshecha el /),
  })
  expect((await grade()).tenths).toBe(tenths)

  const { lines } = (await browser.send('getRegister', { school_id: ids.school_id })).json()
  expect(lines.slice(0, 2)).toMatchObject([
    { action: 'load_undone', staff: { name: found.staff }, detail: { load_id: ids.load_id } },
    { action: 'load_applied', staff: { name: found.staff }, detail: { load_id: ids.load_id } },
  ])
})

/** Returns the rows of the sheets of a downloaded template, by the sheet's name. */
async function template(browser: OfficeBrowser, school_id: number, name: string) {
  const response = await browser.send('getLoadTemplate', { school_id, template: name })
  expect(response.statusCode).toBe(200)
  const path = join(dataDir, `${name}.xlsx`)
  await writeFile(path, response.rawPayload)
  const problems: Problem[] = []
  const report = { problem: (found: Problem) => void problems.push(found), warning() {}, leftOut() {} }
  const { sheets, close } = await openSources([path], report)
  const found = new Map<string, string[][]>()
  for (const sheet of sheets) {
    const rows: string[][] = []
    for await (const batch of sheet.rows()) rows.push(...batch.map(({ cells }) => cells))
    found.set(sheet.name, rows)
  }
  await close()
  expect(problems).toEqual([])
  return found
}

it("the templates have the school's courses and students, and load back once they are filled in", async () => {
  const browser = await office.signIn(SECRETARY)
  const { school_id, code, rut, tenths } = await grade()
  expect([...(await template(browser, school_id, 'book')).keys()]).toContain('alumnos')
  const days = [...(await template(browser, school_id, 'attendance'))].find(([name]) =>
    /^Asistencia/.test(name),
  )
  expect(days?.[1][0]?.slice(0, 4)).toEqual([
    'N°',
    'RUN',
    'Estudiante',
    expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
  ])

  const sheets = await template(browser, school_id, 'grades')
  const [name = '', rows = []] =
    [...sheets].find(([, cells]) => cells.some(([, run]) => run?.startsWith(rut))) ?? []
  const [header = []] = rows
  if (!header.includes(code)) header.push(code)
  for (const row of rows)
    if (row[1]?.startsWith(rut)) row[header.indexOf(code)] = tenths === 11 ? '1,2' : '1,1'
  const text = rows.map((cells) => cells.join(';')).join('\n')
  const ids = await deliver(browser, text, `${name}.csv`)
  expect((await browser.send('getLoad', ids)).json()).toMatchObject({
    state: 'review',
    delivered: [{ sheets: ['notas (matriz)'], rows: 1 }],
    review: { counts: { notas: { changed: 1, ended: 0 } } },
  })
})

it('another person sees a delivery and does not change it', async () => {
  const { code, rut } = await grade()
  const ids = await deliver(await office.signIn(SECRETARY), `${SHEET}${code};${rut};5,0;\n`)
  const other = await office.signIn(DIRECTION)
  expect((await other.send('getLoad', ids)).json()).toMatchObject({ is_own: false, state: 'review' })
  for (const name of ['applyLoad', 'discardLoad'] as const)
    expect((await other.send(name, ids)).statusCode).toBe(403)
})

it('a file is refused if it has another size than announced, or a path that leads elsewhere', async () => {
  const browser = await office.signIn(SECRETARY)
  const { school_id } = await grade()
  const { id: load_id } = (await browser.send('createLoad', { school_id })).json()
  const ids = { school_id, load_id }
  for (const path of ['../notas.csv', '/etc/notas.csv', 'a/../b.csv', '.notas.csv', 'a\\b.csv'])
    expect((await browser.send('addLoadFile', { ...ids, path, bytes: 3 })).statusCode).toBe(400)
  const { file_id } = (await browser.send('addLoadFile', { ...ids, path: 'a/notas.csv', bytes: 3 })).json()
  const isUploaded = async () => (await browser.send('getLoad', ids)).json().delivered[0].is_uploaded
  for (const text of ['ab', 'abcd'])
    expect((await upload(browser, { ...ids, file_id }, text)).statusCode).toBe(400)
  expect(await isUploaded()).toBe(false)
  expect((await upload(browser, { ...ids, file_id }, 'abc')).statusCode).toBe(200)
  expect(await isUploaded()).toBe(true)
  expect(await readFile(join(dataDir, 'loads', String(load_id), 'a/notas.csv'), 'utf8')).toBe('abc')
  expect((await browser.send('discardLoad', ids)).statusCode).toBe(200)
  await expect(readFile(join(dataDir, 'loads', String(load_id), 'a/notas.csv'))).rejects.toThrow('ENOENT')
})
