import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { queueDuePushes } from '@apoderados/core/pushes/fanOut'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import {
  DIRECTION,
  INSPECTION,
  type OfficeBrowser,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { CAROLINA, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNoticeWorker } from '../../jobs/noticeWorker.ts'

const owner = setupServer()
// The console and the families' API run with the rights that a school's server has.
const server = setupServer({
  secondProcessOf: () => ({ url: urlAs(owner().url, restrictedRoles.server), services: owner().services }),
})
beforeAll(() => makeRoles(owner().db))
const office = setupOffice(server, owner)
const query = async (sql: string, values: unknown[] = []) =>
  (await owner().db.$client.query(sql, values)).rows
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

type Draft = Record<string, unknown>
const draft: Draft = {
  title: 'Reunión de apoderados',
  body: 'Los esperamos.\n\n- Traer [el temario](https://colegio.cl/t)',
  file_ids: [],
  audience: 'courses',
  levels: [],
  course_ids: [],
  student_ids: [],
  asks_receipt: false,
  send_at: null,
  ends_on: null,
}

/** The school and the course of Carolina's first student. */
async function place() {
  const [row] =
    await query(`select enrollment.establishment_id::float8 as school_id, enrollment.course_id::float8 as course_id,
      enrollment.student_id::float8 as student_id
    from enrollments enrollment where enrollment.student_id = 1 and enrollment.withdrawn_on is null
    order by enrollment.year desc limit 1`)
  return row as { school_id: number; course_id: number; student_id: number }
}

let browser: OfficeBrowser
beforeAll(async () => {
  browser = await office.signIn(SECRETARY)
})
beforeEach(() => query(`update notices set state = 'withdrawn' where state = 'sent'`))
afterAll(() => vi.useRealTimers())

/** Writes a draft; returns what further calls need. */
async function write(values: Draft = {}, by = browser) {
  const { school_id, course_id } = await place()
  const { id: notice_id } = (await by.send('createNotice', { school_id })).json()
  const ids = { school_id, notice_id }
  const { changed_at } = (await by.send('getNotice', ids)).json()
  const saved = await by.send('saveNotice', {
    ...ids,
    changed_at,
    ...draft,
    course_ids: [course_id],
    ...values,
  })
  expect([saved.statusCode, saved.json()]).toEqual([200, { changed_at: expect.any(String) }])
  return { ...ids, changed_at: saved.json().changed_at as string }
}
async function send(values: Draft = {}) {
  const written = await write(values)
  const sent = await browser.send('sendNotice', written)
  expect([sent.statusCode, sent.json().message]).toEqual([200, 'Comunicado enviado'])
  return { school_id: written.school_id, notice_id: written.notice_id }
}
const read = async ({ school_id, notice_id }: { school_id: number; notice_id: number }) =>
  (await browser.send('getNotice', { school_id, notice_id })).json()

/** The notices that a parent sees. */
async function noticesOf(email: string) {
  const jwt = await server().signIn(email)
  const ask = async (name: 'getNotices' | 'getNews') => (await server().send(name, {}, { jwt })).json()
  return { jwt, ...(await ask('getNotices')), ...(await ask('getNews')) }
}

describe('a notice', () => {
  it('is a draft until it is sent to the families of its course, who read it as news', async () => {
    const written = await write()
    expect((await noticesOf(CAROLINA)).notices).toEqual([])
    expect(await read(written)).toMatchObject({ state: 'draft', title: 'Reunión de apoderados', version: 0 })
    await browser.send('sendNotice', written)
    const { notices, news } = await noticesOf(CAROLINA)
    expect(notices).toMatchObject([
      {
        id: written.notice_id,
        version: 1,
        title: 'Reunión de apoderados',
        sender: 'Secretaría',
        audience: 'Para 5° Básico A',
        student_ids: [1],
        asks_receipt: false,
        is_read: false,
        corrected_at: null,
      },
    ])
    expect(news.find(({ kind }: { kind: string }) => kind === 'notice')).toMatchObject({
      title: 'Reunión de apoderados',
      change: 'added',
      item_id: written.notice_id,
      student_id: 1,
    })
    const [line] = await query(
      `select detail from audit_log where action = 'notice_sent' order by id desc limit 1`,
    )
    expect(line.detail).toEqual({ notice: written.notice_id })
  })

  it('reaches only the families of its audience', async () => {
    const [other] = await query(
      `select course.id::float8 as id from courses course join enrollments enrollment
      on enrollment.course_id = course.id where enrollment.withdrawn_on is null and course.establishment_id = $1
      and not exists (select from enrollments own join student_parents link on link.student_id = own.student_id
        join parents parent on parent.id = link.parent_id where own.course_id = course.id and parent.email = $2) limit 1`,
      [(await place()).school_id, DANIELA],
    )
    await send({ course_ids: [other.id] })
    expect((await noticesOf(DANIELA)).notices).toEqual([])
    const { student_id } = await place()
    await send({ audience: 'families', course_ids: [], student_ids: [student_id], title: 'Solo a ti' })
    expect((await noticesOf(DANIELA)).notices).toEqual([])
    expect((await noticesOf(CAROLINA)).notices[0]).toMatchObject({
      title: 'Solo a ti',
      audience: 'Para tu familia',
    })
    await send({ audience: 'school', course_ids: [], title: 'A todos' })
    expect((await noticesOf(DANIELA)).notices).toMatchObject([
      { title: 'A todos', audience: 'Para todas las familias del colegio' },
    ])
    await send({ audience: 'level', course_ids: [], levels: ['5° Básico'], title: 'Al nivel' })
    expect((await noticesOf(DANIELA)).notices[0]).toMatchObject({
      title: 'Al nivel',
      audience: 'Para 5° Básico',
    })
  })

  it('is hidden from a guardian whose link is closed, at once, and nothing is queued for that guardian', async () => {
    await server()
      .signIn(DANIELA)
      .then((jwt) => server().send('savePushToken', { token: 'daniela' }, { jwt }))
    const daniela = `student_parents.parent_id = (select id from parents where email = '${DANIELA}')`
    await query(`update student_parents set has_access = false where ${daniela}`)
    const { notice_id } = await send({ asks_receipt: true })
    await queueDuePushes(owner().db)
    expect(
      await query(`select 1 from pushes where kind = 'notice' and session_id in
      (select id from sessions where parent_id = (select id from parents where email = '${DANIELA}'))`),
    ).toEqual([])
    const { notices, news, jwt } = await noticesOf(DANIELA)
    expect([notices, news]).toEqual([[], []])
    for (const call of ['markNoticeRead', 'acknowledgeNotice'] as const)
      expect((await server().send(call, { notice_id, version: 1 }, { jwt })).statusCode).toBe(404)
    await query(`update student_parents set has_access = true where ${daniela}`)
    expect((await noticesOf(DANIELA)).notices).toMatchObject([{ id: notice_id }])
  })

  it('is read once it was opened, and unread again after a correction', async () => {
    const ids = await send()
    const { jwt } = await noticesOf(CAROLINA)
    await server().send('markNoticeRead', { notice_id: ids.notice_id, version: 1 }, { jwt })
    expect((await noticesOf(CAROLINA)).notices).toMatchObject([{ is_read: true }])
    const { changed_at, title, body } = await read(ids)
    const correction = { ...ids, changed_at, title, body: `${body}\nEs a las 18:30.`, file_ids: [] }
    expect((await browser.send('correctNotice', correction)).json().message).toBe('Corrección enviada')
    const { notices, news } = await noticesOf(CAROLINA)
    expect(notices).toMatchObject([{ is_read: false, version: 2, corrected_at: expect.any(String) }])
    expect(news.filter(({ item_id }: { item_id: number }) => item_id === ids.notice_id)[0]).toMatchObject({
      change: 'changed',
      new_value: '2',
    })
  })

  it('disappears when it is withdrawn, and after its last day', async () => {
    const withdrawn = await send()
    expect((await browser.send('withdrawNotice', withdrawn)).statusCode).toBe(200)
    expect((await read(withdrawn)).withdrawn_by).toBe((await read(withdrawn)).staff)
    const ended = await send({ ends_on: '2099-12-31' })
    await query(`update notices set ends_on = now()::date - 2 where id = $1`, [ended.notice_id])
    const { notices, news } = await noticesOf(CAROLINA)
    expect(notices).toEqual([])
    const hidden = [withdrawn.notice_id, ended.notice_id]
    expect(news.filter(({ item_id }: { item_id: number }) => hidden.includes(item_id))).toEqual([])
  })

  it('is sent by the worker at its time, once', async () => {
    const written = await write({ send_at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await browser.send('sendNotice', written)).json().message).toBe('Comunicado programado')
    const workers = [createNoticeWorker(server().db), createNoticeWorker(server().db)]
    await Promise.all(workers.map(({ run }) => run()))
    expect((await read(written)).state).toBe('scheduled')
    await query(`update notices set send_at = now() - interval '1 minute' where id = $1`, [written.notice_id])
    await Promise.all(workers.map(({ run }) => run()))
    expect((await read(written)).state).toBe('sent')
    expect(
      await query(`select 1 from changes where kind = 'notice' and item = $1`, [String(written.notice_id)]),
    ).toHaveLength(1)
  })

  it('is not sent without text, families or a time to come', async () => {
    const cases: [Draft, string][] = [
      [{ title: '' }, 'Faltan el título o el mensaje'],
      [{ course_ids: [] }, 'Nadie recibiría este comunicado. Elija para quién es.'],
      [{ send_at: '2020-01-01T00:00:00Z' }, 'Esa hora ya pasó'],
      [{ ends_on: '2020-01-01' }, 'El último día es anterior al envío'],
    ]
    for (const [values, message] of cases) {
      const refused = await browser.send('sendNotice', await write(values))
      expect([refused.statusCode, refused.json().message]).toEqual([400, message])
    }
  })

  it('that a colleague has changed since is not overwritten', async () => {
    const written = await write()
    const other = await office.signIn(DIRECTION)
    const { course_id } = await place()
    const fields = { ...written, ...draft, course_ids: [course_id] }
    expect((await other.send('saveNotice', { ...fields, title: 'De la directora' })).statusCode).toBe(200)
    const refused = await browser.send('saveNotice', { ...fields, title: 'De la secretaria' })
    expect([refused.statusCode, refused.json().conflict]).toMatchObject([
      409,
      { current: { title: 'De la directora' } },
    ])
  })
})

describe('a document of a notice', () => {
  const add = (ids: object, name: string, payload: Buffer) =>
    browser.send(
      'addNoticeFile',
      { ...ids, name },
      { payload, headers: { 'content-type': 'application/octet-stream' } },
    )

  it('is checked, and its families download it as an attachment', async () => {
    const { school_id, notice_id } = await write()
    const ids = { school_id, notice_id }
    const html = await add(ids, 'temario.pdf', Buffer.from('<html><script>1</script></html>'))
    expect([html.statusCode, html.json().message]).toEqual([400, expect.stringContaining('no es un PDF')])
    const { file_id } = (await add(ids, 'temario.pdf', PDF)).json()
    const { course_id } = await place()
    const { changed_at } = await read(ids)
    const saved = await browser.send('saveNotice', {
      ...ids,
      ...draft,
      changed_at,
      course_ids: [course_id],
      file_ids: [file_id],
    })
    await browser.send('sendNotice', { ...ids, changed_at: saved.json().changed_at })
    const { notices, jwt } = await noticesOf(CAROLINA)
    expect(notices[0].files).toMatchObject([
      { name: 'temario.pdf', document: expect.stringContaining(file_id) },
    ])
    const document = await server().send('getDocument', { id: file_id }, { jwt })
    expect([document.statusCode, document.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    await browser.send('withdrawNotice', ids)
    expect((await server().send('getDocument', { id: file_id }, { jwt })).statusCode).toBe(404)
  })
})

describe('a receipt', () => {
  it('is given once by each guardian, of the current version, and counted by course and family', async () => {
    const ids = await send({ asks_receipt: true })
    const { notice_id } = ids
    const before = await read(ids)
    expect(before.receipts.received).toBe(0)
    const { jwt } = await noticesOf(CAROLINA)
    const confirm = () => server().send('acknowledgeNotice', { notice_id, version: 1 }, { jwt })
    const first = (await confirm()).json()
    expect((await confirm()).json()).toEqual(first)
    expect((await noticesOf(CAROLINA)).notices).toMatchObject([
      { received_at: first.received_at, is_read: true },
    ])
    const after = await read(ids)
    expect(after.receipts).toEqual({ families: before.receipts.families, received: 1 })
    expect(after.courses).toMatchObject([{ name: '5° Básico A', received: 1 }])
    const rows = await query('select version, hash from notice_receipts where notice_id = $1', [notice_id])
    expect(rows).toEqual([{ version: 1, hash: after.hash }])
    const { families } = (
      await browser.send('getNoticeCourse', { ...ids, course_id: after.courses[0].course_id })
    ).json()
    const [{ id: foreign }] = await query(
      'select id::float8 from courses where establishment_id <> $1 limit 1',
      [ids.school_id],
    )
    expect((await browser.send('getNoticeCourse', { ...ids, course_id: foreign })).statusCode).toBe(404)
    expect(families.at(-1).guardians).toContainEqual({
      name: expect.stringContaining('Carolina'),
      received_at: expect.any(String),
    })
    const csv = await browser.send('exportReceipts', ids)
    expect(csv.body).toContain(after.hash)

    const correction = {
      ...ids,
      changed_at: after.changed_at,
      title: after.title,
      body: 'Otro texto',
      file_ids: [],
    }
    expect((await browser.send('correctNotice', correction)).statusCode).toBe(200)
    const late = await confirm()
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'El colegio corrigió este comunicado. Léelo de nuevo.',
    ])
    expect((await read(ids)).receipts.received).toBe(0)
  })

  it('is not given for a notice that asks for none', async () => {
    const { notice_id } = await send()
    const { jwt } = await noticesOf(CAROLINA)
    expect((await server().send('acknowledgeNotice', { notice_id, version: 1 }, { jwt })).statusCode).toBe(
      404,
    )
  })

  it('is asked for again once a day, of the families without one alone', async () => {
    const ids = await send({ asks_receipt: true })
    const { jwt } = await noticesOf(CAROLINA)
    await server().send('acknowledgeNotice', { notice_id: ids.notice_id, version: 1 }, { jwt })
    const { families } = (await read(ids)).receipts
    const reminder = (await browser.send('remindNotice', ids)).json()
    expect(reminder).toMatchObject({ families: families - 1 })
    const again = await browser.send('remindNotice', ids)
    expect([again.statusCode, again.json().message]).toEqual([409, 'Ya se recordó hoy'])
    const remindersOf = async (email: string) =>
      (await noticesOf(email)).news.filter(({ new_value }: { new_value: string }) => new_value === 'reminder')
        .length
    expect([await remindersOf(CAROLINA), await remindersOf(DANIELA)]).toEqual([0, 1])
  })
})

describe('a school’s inspector', () => {
  it('writes to courses, and neither to others nor with receipts', async () => {
    const inspector = await office.signIn(INSPECTION)
    const written = await write({}, inspector)
    const { course_id } = await place()
    for (const values of [{ audience: 'school' }, { asks_receipt: true }]) {
      const refused = await inspector.send('saveNotice', {
        ...written,
        ...draft,
        course_ids: [course_id],
        ...values,
      })
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'Su rol envía comunicados solo a cursos y sin acuse de recibo.',
      ])
    }
    expect((await inspector.send('sendNotice', written)).statusCode).toBe(200)
  })

  it('sees no notice to a single family', async () => {
    const { student_id } = await place()
    const ids = await send({ audience: 'families', course_ids: [], student_ids: [student_id] })
    const inspector = await office.signIn(INSPECTION)
    expect((await inspector.send('getNotice', ids)).statusCode).toBe(404)
    const { notices } = (
      await inspector.send('listNotices', { school_id: ids.school_id, list: 'all' })
    ).json()
    expect(notices.filter(({ id }: { id: number }) => id === ids.notice_id)).toEqual([])
  })
})

it('the reach counts each guardian once, and lists the families whom nothing reaches', async () => {
  const ids = await write()
  const reach = (
    await browser.send('getNoticeReach', { school_id: ids.school_id, notice_id: ids.notice_id })
  ).json()
  const { guardians, push, mail, app, nobody } = reach
  expect(push + mail + app + nobody).toBe(guardians)
  await query(`update establishments set digest = 'daily', digest_since = now()`)
  const readReach = async () =>
    (await browser.send('getNoticeReach', { school_id: ids.school_id, notice_id: ids.notice_id })).json()
  const withMail = await readReach()
  await query(`insert into muted_news (parent_id, establishment_id, student_id, kind)
    select parent_id, establishment_id, student_id, 'notice' from student_parents`)
  const muted = await readReach()
  expect(withMail.push + withMail.mail).toBeGreaterThan(0)
  expect(muted.push + muted.mail).toBe(0)
  await query('delete from muted_news')
  expect(reach.unreached).toHaveLength(reach.unreached_total)
  expect(reach.sample).toMatchObject({ course: '5° Básico A' })
  const { courses } = (await browser.send('getNoticeAudience', { school_id: ids.school_id })).json()
  expect(courses.find(({ name }: { name: string }) => name === '5° Básico A').students).toBe(reach.students)
  const { students } = (await browser.send('findFamilies', { school_id: ids.school_id, text: 'mart' })).json()
  expect(students[0]).toMatchObject({ name: expect.stringMatching(/mart/i) })
})
