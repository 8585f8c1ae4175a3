import { randomUUID } from 'node:crypto'
import { createJpeg } from '@apoderados/importer/attachments/testing/pictures'
import {
  DIRECTION,
  INSPECTION,
  type OfficeBrowser,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const server = setupServer()
const office = setupOffice(server)
const query = async (sql: string, values: unknown[] = []) =>
  (await server().db.$client.query(sql, values)).rows

let inspector: OfficeBrowser
let director: OfficeBrowser
let secretary: OfficeBrowser
let school_id: number
let family: { student_id: number; enrollment_id: number; jwt: string }
/** The days of two late arrivals of the student that have no justification yet. */
let days: string[]

beforeAll(async () => {
  inspector = await office.signIn(INSPECTION)
  director = await office.signIn(DIRECTION)
  secretary = await office.signIn(SECRETARY)
  school_id = (await inspector.send('getMe')).json().schools[0].id
  const [row] = await query(
    `select enrollment.student_id::float8 as student_id, enrollment.id::float8 as enrollment_id, parent.email
    from enrollments enrollment join student_parents link on link.student_id = enrollment.student_id and link.has_access
    join parents parent on parent.id = link.parent_id and parent.password_hash is not null
    where enrollment.establishment_id = $1 and enrollment.withdrawn_on is null
      and enrollment.year = extract(year from now()) limit 1`,
    [school_id],
  )
  family = { ...row, jwt: await server().signIn(row.email) }
})

beforeEach(async () => {
  await query('delete from excuses')
  await query('delete from arrears where enrollment_id = $1', [family.enrollment_id])
  days = ['2026-04-01', '2026-04-02']
  for (const day of days)
    await query(
      `insert into arrears (establishment_id, enrollment_id, date_late, status) values ($1, $2, $3, 'created')`,
      [school_id, family.enrollment_id, `${day}T11:17:00Z`],
    )
})

const ask = (name: 'createExcuse' | 'getArrears' | 'getNews' | 'withdrawExcuse', fields: object = {}) =>
  server().send(name, { ...fields }, { jwt: family.jwt })

async function sendExcuse(day = days[0], attachment: object | null = null): Promise<number> {
  const response = await ask('createExcuse', {
    student_id: family.student_id,
    key: randomUUID(),
    kind: 'arrear',
    from: day,
    to: day,
    reason: 'transport',
    text: 'El Metro estuvo detenido',
    attachment,
  })
  expect([response.statusCode, response.json().message]).toEqual([200, 'Justificación enviada'])
  return response.json().id
}

const list = async (browser: OfficeBrowser, view = 'pending', more: object = {}) =>
  (await browser.send('listExcuses', { school_id, view, ...more })).json()
const decide = (browser: OfficeBrowser, excuses: object[], state: string, explanation = '') =>
  browser.send('decideExcuses', { school_id, excuses, state, explanation })
const statuses = async () =>
  (await ask('getArrears', { student_id: family.student_id }))
    .json()
    .arrears.map(({ status }: { status: string }) => status)

describe('the inbox', () => {
  it('has what waits, with its text for those who decide, and its state alone for the secretary', async () => {
    const id = await sendExcuse()
    const inbox = await list(inspector)
    expect(inbox).toMatchObject({ total: 1, pending: 1, answer_days: 5 })
    expect(inbox.excuses[0]).toMatchObject({ id, kind: 'arrear', state: 'pending', decisions: 0 })
    expect(JSON.stringify(await list(secretary))).not.toContain('Metro')
    const opened = (await inspector.send('getExcuse', { school_id, excuse_id: id })).json()
    expect(opened).toMatchObject({ reason: 'transport', text: 'El Metro estuvo detenido', decided: [] })
    expect((await secretary.send('getExcuse', { school_id, excuse_id: id })).statusCode).toBe(403)
    expect((await decide(secretary, [{ id, decisions: 0 }], 'justified')).statusCode).toBe(403)
    expect((await list(inspector, 'all', { day: '02/04/2026' })).total).toBe(0)
    expect((await list(inspector, 'all', { day: '01/04/2026' })).total).toBe(1)
  })

  it('shows an announced absence on its day', async () => {
    const { today } = await list(inspector)
    await query('delete from attendance where enrollment_id = $1 and day >= $2', [
      family.enrollment_id,
      today,
    ])
    const response = await ask('createExcuse', {
      student_id: family.student_id,
      key: randomUUID(),
      kind: 'absence',
      from: today,
      to: today,
      reason: 'errand',
      text: '',
      attachment: null,
    })
    expect(response.statusCode).toBe(200)
    const inbox = await list(inspector, 'all', { day: today.split('-').reverse().join('/') })
    expect(inbox).toMatchObject({ announced_today: 1, excuses: [{ is_announced: true }] })
  })
})

describe('a decision', () => {
  it('needs a reason to reject, is told to the family, and stands in the register', async () => {
    const id = await sendExcuse()
    const chosen = [{ id, decisions: 0 }]
    const refused = await decide(inspector, chosen, 'rejected', ' ')
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'Escriba por qué la rechaza'])
    expect((await decide(inspector, chosen, 'rejected', 'Falta la constancia')).statusCode).toBe(200)
    expect((await statuses()).sort()).toEqual(['created', 'rejected'])
    const [news] = (await ask('getNews')).json().news
    expect(news).toMatchObject({ kind: 'arrear', change: 'changed', new_value: 'rejected', day: days[0] })
    const acts = (await director.send('getRegister', { school_id, action: 'excuse_decided' })).json()
    expect(acts.lines[0]).toMatchObject({ student: { id: family.student_id }, detail: { after: 'rejected' } })
  })

  it('is refused if a colleague was quicker, and names the colleague', async () => {
    const id = await sendExcuse()
    const answers = await Promise.all(
      [inspector, director].map((browser) => decide(browser, [{ id, decisions: 0 }], 'justified')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late?.json().conflict).toMatchObject({ by: expect.any(String), current: 'justified' })
    expect(await query('select from excuse_decisions where excuse_id = $1', [id])).toHaveLength(1)
  })

  it('of several is made of all or of none', async () => {
    const [one, two] = [await sendExcuse(days[0]), await sendExcuse(days[1])]
    const both = [one, two].map((id) => ({ id, decisions: 0 }))
    await ask('withdrawExcuse', { student_id: family.student_id, excuse_id: two })
    const refused = await decide(inspector, both, 'justified')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'La familia la retiró recién.'])
    expect((await statuses()).sort()).toEqual(['created', 'pending'])
    await sendExcuse(days[1])
    const waiting = (await list(inspector)).excuses.map((each: { id: number }) => ({
      id: each.id,
      decisions: 0,
    }))
    expect((await decide(inspector, waiting, 'justified')).statusCode).toBe(200)
    expect(await statuses()).toEqual(['justified', 'justified'])
  })

  it('prevails over a sheet, which becomes a question that is asked once', async () => {
    const id = await sendExcuse()
    const write = (status: string) =>
      query('update arrears set status = $2 where enrollment_id = $1', [family.enrollment_id, status])
    await write('created')
    expect((await statuses()).includes('pending')).toBe(true)
    await decide(inspector, [{ id, decisions: 0 }], 'rejected', 'Falta la constancia')
    await write('justified')
    expect((await statuses()).includes('rejected')).toBe(true)
    const [asked] = (await list(inspector)).excuses
    expect(asked).toMatchObject({ id, state: 'rejected', sheet_status: 'justified', decisions: 1 })
    expect((await decide(inspector, [{ id, decisions: 1 }], 'rejected', 'Se mantiene')).statusCode).toBe(200)
    expect((await list(inspector)).total).toBe(0)
    expect((await decide(inspector, [{ id, decisions: 2 }], 'justified')).statusCode).toBe(409)
  })
})

it('an attachment is read by those who decide, as a download, and leaves a line', async () => {
  const picture = await createJpeg(60, 40)
  const id = await sendExcuse(days[0], { name: 'constancia.jpg', bytes: picture.length })
  const request = { school_id, excuse_id: id }
  expect((await inspector.send('getExcuseAttachment', request)).statusCode).toBe(404)
  await server().app.inject({
    method: 'POST',
    url: `/api/v1/mobile/parent/students/${family.student_id}/excuses/${id}/attachment`,
    payload: picture,
    headers: { authorization: `Bearer ${family.jwt}`, 'content-type': 'application/octet-stream' },
  })
  const file = await inspector.send('getExcuseAttachment', request)
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringContaining('attachment'),
    'x-content-type-options': 'nosniff',
  })
  expect((await secretary.send('getExcuseAttachment', request)).statusCode).toBe(403)
  const acts = await director.send('getRegister', { school_id, action: 'excuse_attachment_read' })
  expect(acts.json().total).toBe(1)
})

it('saved texts are the school’s', async () => {
  const texts = ['Recibimos la constancia.']
  expect((await inspector.send('saveExplanations', { school_id, texts })).statusCode).toBe(200)
  expect((await list(director)).saved_texts).toEqual(texts)
})
