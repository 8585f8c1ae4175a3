import { calendarFeeds } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { enrollments, parents, studentParents } from '@apoderados/core/db/tables/people'
import { parseCalendar } from '@apoderados/testing/parsedCalendar'
import { createTestSchool, type TestSchool, YEAR } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarCreatedMail } from '../../mail/texts.ts'

const logLines: string[] = []
const server = setupServer({ log: { write: (line) => logLines.push(line) } })
let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

const PATH_PATTERN = /^\/api\/v1\/mobile\/parent\/calendar\/([0-9a-f]{64})\.ics$/

beforeAll(async () => {
  school = await createTestSchool(server(), { time_zone: 'Pacific/Easter' })
  await school.subPeriod({ starts_on: `${YEAR}-03-04`, ends_on: `${YEAR}-12-04` })
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
  const employee_id = await school.employee({ name: 'Rosa', last_name: 'Tapia' })
  const course_subject_id = await school.subject(course_id, { name: 'Música', employee_id })
  await school.block(course_id, { course_subject_id, weekday: 3 })
  await school.block(course_id, { weekday: 3, starts_at: '09:30', ends_at: '09:45' })
  await school.event({ title: 'Reunión', day: `${YEAR}-08-17`, course_id, course_subject_id })
  await school.event({ title: 'Muestra', day: `${YEAR}-08-18`, time: '10:30' })
  await school.event({ title: 'Del año pasado', day: `${YEAR - 1}-12-30` })
})
beforeEach(async () => {
  family = await school.family(course_id)
})

const createFeed = async () => (await family.ask('createCalendarFeed')).json().path as string
const requestUrl = (url: string, headers: Record<string, string> = {}) =>
  server().app.inject({ url, headers })
const requestEntries = async (url: string) => parseCalendar((await requestUrl(url)).body, YEAR)
const isFamilyLink = () =>
  and(eq(studentParents.parent_id, family.parent_id), eq(studentParents.student_id, family.student_id))

describe('the address of a calendar', () => {
  it('contains a secret of 256 bits that is not stored, and is answered once', async () => {
    expect((await family.ask('getCalendarFeed')).json()).toEqual({ created_at: null, last_read_at: null })
    const response = await family.ask('createCalendarFeed')
    expect(response.json()).toEqual({
      success: true,
      message: 'Dirección creada',
      path: expect.stringMatching(PATH_PATTERN),
    })
    const [, secret = ''] = PATH_PATTERN.exec(response.json().path) ?? []
    const rows = await server().db.select().from(calendarFeeds)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const known = await family.ask('getCalendarFeed')
    expect(known.json()).toEqual({ created_at: expect.stringMatching(/Z$/), last_read_at: null })
  })

  it('is replaced by the next one, and can be revoked', async () => {
    const [first, second] = [await createFeed(), await createFeed()]
    expect([(await requestUrl(first)).statusCode, (await requestUrl(second)).statusCode]).toEqual([404, 200])
    const revoked = await family.ask('revokeCalendarFeed')
    expect(revoked.json()).toEqual({ success: true, message: 'Dirección anulada' })
    expect((await requestUrl(second)).statusCode).toBe(404)
    expect((await family.ask('revokeCalendarFeed')).statusCode).toBe(200)
  })

  it('is one parent’s own: the other parent neither reads nor revokes it', async () => {
    const path = await createFeed()
    const father = await school.parent()
    await school.link(father, family.student_id)
    const { call } = await school.signIn(father)
    const { student_id } = family
    expect((await call('getCalendarFeed', { student_id })).json().created_at).toBeNull()
    await call('revokeCalendarFeed', { student_id })
    expect((await requestUrl(path)).statusCode).toBe(200)
  })

  it('is told to the parent by a mail that names no student', async () => {
    const path = await createFeed()
    const kinds = await server()
      .db.select({ kind: mails.kind })
      .from(mails)
      .where(eq(mails.parent_id, family.parent_id))
    expect(kinds).toEqual([{ kind: 'calendar_created' }])
    expect(path).toMatch(PATH_PATTERN)
    const { subject, text } = calendarCreatedMail(
      'Elena',
      new Date('2026-05-04T12:00:00Z'),
      'America/Punta_Arenas',
    )
    expect(subject).toBe('Nueva dirección de calendario')
    expect(text).toContain('el 04-05-2026 a las 09:00 (hora de Punta Arenas)')
  })

  it('is audited when it is created or revoked, without the secret', async () => {
    const path = await createFeed()
    await family.ask('revokeCalendarFeed')
    await family.ask('revokeCalendarFeed') // The second call has no effect.
    const { parent_id, student_id } = family
    const rows = await server()
      .db.select({ action: auditLog.action, student_id: auditLog.student_id, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.parent_id, parent_id), sql`${auditLog.action} like 'calendar%'`))
      .orderBy(auditLog.id)
    expect(rows).toEqual([
      { action: 'calendar_created', student_id, detail: null },
      { action: 'calendar_revoked', student_id, detail: null },
    ])
    expect(path).toMatch(PATH_PATTERN)
  })

  it('shows in the log neither when it is created nor when it is read', async () => {
    const path = await createFeed()
    await requestUrl(path)
    await requestUrl(path.replace('.ics', 'x.ics'))
    const [, secret = ''] = PATH_PATTERN.exec(path) ?? []
    expect(logLines.filter((line) => line.includes(secret))).toEqual([])
    expect(logLines.map((line) => JSON.parse(line).route)).toContain('/calendar/:secret.ics')
  })
})

describe('the calendar', () => {
  it('answers HEAD like GET, and ignores what a calendar program adds to the address', async () => {
    const path = await createFeed()
    const get = await requestUrl(path)
    for (const url of [path, `${path}?t=1764300000&secret=${'0'.repeat(64)}`]) {
      const head = await server().app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', get.headers.etag])
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      expect((await requestUrl(url)).body).toBe(get.body)
    }
    const missing = path.replace(/[0-9a-f]{64}/, '0'.repeat(64))
    expect((await server().app.inject({ method: 'HEAD', url: missing })).statusCode).toBe(404)
    const post = await server().app.inject({ method: 'POST', url: path })
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('ends in April by the clock of the school', async () => {
    const path = await createFeed()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(new Date(`${YEAR + 1}-04-01T04:30:00Z`)) // 01:30 in Santiago, 23:30 of 31 March on the island
      expect((await requestUrl(path)).statusCode).toBe(200)
      vi.setSystemTime(new Date(`${YEAR + 1}-04-01T05:30:00Z`))
      expect((await requestUrl(path)).statusCode).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })

  it('has the events and classes of the school year in UTC, and no break', async () => {
    const entries = await requestEntries(await createFeed())
    const classes = entries.filter(({ summary }) => summary === 'Música')
    const events = entries.filter(({ summary }) => summary !== 'Música')
    expect(events.map(({ summary, start }) => [summary, start])).toEqual([
      ['Reunión', `${YEAR}-08-17`],
      ['Muestra', `${YEAR}-08-18T16:30Z`],
    ])
    expect(events[0]?.description).toContain('Asignatura: Música\n\nCurso: 5° Básico A')
    expect(classes.length).toBeGreaterThan(30)
    expect(classes[0]).toMatchObject({
      start: expect.stringMatching(/T13:00Z$/),
      end: expect.stringMatching(/T14:30Z$/),
      description: 'Rosa Tapia\n\nCurso: 5° Básico A',
    })
  })

  it('names the course and neither the student nor the parent', async () => {
    const { body } = await requestUrl(await createFeed())
    expect(body).toContain('X-WR-CALNAME:Agenda y horario 5° Básico A')
    for (const name of ['Inés', 'Rojas', 'Elena', 'Soto']) expect(body).not.toContain(name)
  })

  it('has the electives that the student takes, and those alone', async () => {
    const elective = await school.subject(course_id, { name: 'Física' })
    await school.block(course_id, { course_subject_id: elective, weekday: 2 })
    const taker = await school.family(course_id)
    await school.elective(elective, taker.enrollment_id)
    const summaries = async (path: string) => (await requestEntries(path)).map(({ summary }) => summary)
    expect(await summaries(await createFeed())).not.toContain('Física')
    expect(await summaries((await taker.ask('createCalendarFeed')).json().path)).toContain('Física')
  })

  it('is sent as a private file that no search engine lists and no page learns of', async () => {
    const { headers } = await requestUrl(await createFeed())
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename=apoderados.ics',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
  })

  it('is not sent again until it changes', async () => {
    const path = await createFeed()
    const { etag = '' } = (await requestUrl(path)).headers as { etag?: string }
    const unchanged = await requestUrl(path, { 'if-none-match': etag })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await school.event({ title: 'Nuevo', day: `${YEAR}-10-01`, course_id })
    const changed = await requestUrl(path, { 'if-none-match': etag })
    expect([changed.statusCode, changed.body.includes('SUMMARY:Nuevo')]).toEqual([200, true])
  })
})

describe('the same 404 responses', () => {
  const body = { success: false, message: 'No encontrado' }
  const unknown = `/api/v1/mobile/parent/calendar/${'0'.repeat(64)}.ics`

  it.each<[string, () => Promise<unknown>]>([
    [
      'a blocked link',
      () => server().db.update(studentParents).set({ has_access: false }).where(isFamilyLink()),
    ],
    ['a link that ended', () => server().db.delete(studentParents).where(isFamilyLink())],
    [
      'a closed account',
      () => server().db.update(parents).set({ is_active: false }).where(eq(parents.id, family.parent_id)),
    ],
    [
      'a student who left the school',
      () =>
        server()
          .db.update(enrollments)
          .set({ withdrawn_on: `${YEAR}-03-10` })
          .where(eq(enrollments.id, family.enrollment_id)),
    ],
    [
      'a student who graduated',
      () =>
        server()
          .db.update(enrollments)
          .set({ year: YEAR - 2 })
          .where(eq(enrollments.id, family.enrollment_id)),
    ],
  ])('%s', async (_, end) => {
    const path = await createFeed()
    expect((await requestUrl(path)).statusCode).toBe(200)
    await end()
    const [ended, none] = [await requestUrl(path), await requestUrl(unknown)]
    const headersOf = ({ headers }: typeof ended) => ({ ...headers, date: '', 'x-request-id': '' })
    expect([ended.statusCode, ended.json()]).toEqual([404, body])
    expect([none.statusCode, none.json(), headersOf(none)]).toEqual([404, body, headersOf(ended)])
  })

  it.each(['a', `${'0'.repeat(63)}G`, `${'0'.repeat(64)}.ics`, "' or 1=1 --"])(
    'have their message in common with the refusal of a text that is no secret: %j',
    async (text) => {
      const response = await requestUrl(`/api/v1/mobile/parent/calendar/${encodeURIComponent(text)}.ics`)
      expect([response.statusCode, response.json()]).toEqual([400, body])
    },
  )
})

describe('the limits', () => {
  it('refuse a secret that is read too often, and no other', async () => {
    const path = await createFeed()
    for (let count = 0; count < 60; count += 1) await requestUrl(path)
    const refused = await requestUrl(path)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await requestUrl(await createFeed())).statusCode).toBe(200)
  })

  it('stay counted after thousands of unknown secrets', { tags: 'long' }, async () => {
    const path = await createFeed()
    for (let count = 0; count < 60; count += 1) await requestUrl(path)
    for (let count = 0; count < 5_100; count += 1)
      await server().app.inject({
        url: `/api/v1/mobile/parent/calendar/${count.toString(16).padStart(64, '0')}.ics`,
        remoteAddress: `10.60.0.${count % 200}`,
      })
    expect((await requestUrl(path)).statusCode).toBe(429)
  })
})
