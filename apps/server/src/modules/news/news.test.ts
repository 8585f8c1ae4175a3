import type { ResponseOf } from '@apoderados/contract/calls/api'
import { changes, newsReads } from '@apoderados/core/db/tables/news'
import { parents } from '@apoderados/core/db/tables/people'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

type ChangeValues = Partial<typeof changes.$inferInsert>
type CallFunction = Awaited<ReturnType<TestSchool['signIn']>>['call']

const server = setupServer()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const msAgo = (ms: number) => new Date(Date.now() - ms)

let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
})

async function newFamily() {
  family = await school.family(course_id)
  await server()
    .db.update(parents)
    .set({ created_at: msAgo(90 * DAY_MS) })
    .where(eq(parents.id, family.parent_id))
  return family
}

let itemCount = 0
/** Logs a change of the family's student, by default a grade that became public an hour ago. */
async function logChange(row: ChangeValues = {}): Promise<number> {
  itemCount += 1
  const [added] = await server()
    .db.insert(changes)
    .values({
      establishment_id: school.establishment_id,
      kind: 'grade',
      enrollment_id: family.enrollment_id,
      item: `${family.enrollment_id}/${itemCount}`,
      title: 'Prueba 2',
      old_value: null,
      new_value: '5.8',
      known_value: null,
      changed_at: msAgo(2 * HOUR_MS),
      published_at: msAgo(HOUR_MS),
      ...row,
    })
    .returning({ id: changes.id })
  return added?.id as number
}

const askNews = async (call: CallFunction = family.call): Promise<ResponseOf<'getNews'>> => {
  const response = await call('getNews')
  expect(response.statusCode).toBe(200)
  return response.json()
}
const askNewsIds = async (call?: CallFunction) => (await askNews(call)).news.map(({ id }) => id)

describe('news', () => {
  it('contain the change, the student and the place', async () => {
    const { student_id, enrollment_id } = await newFamily()
    const course_subject_id = await school.subject(course_id, { name: 'Matemática' })
    const sub_period_id = 7
    const published_at = msAgo(DAY_MS)
    const id = await logChange({
      item: `${enrollment_id}/31`,
      course_subject_id,
      sub_period_id,
      day: '2026-04-01',
      published_at,
      old_value: '5.4',
      known_value: '5.4',
    })
    const { unread, news } = await askNews()
    expect(unread).toBe(1)
    expect(news).toEqual([
      {
        id,
        student_id,
        kind: 'grade',
        change: 'changed',
        title: 'Prueba 2',
        subject: 'Matemática',
        day: '2026-04-01',
        old_value: '5.4',
        new_value: '5.8',
        is_unread: true,
        sub_period_id,
        course_subject_id,
        item_id: 31,
        published_at: expect.stringMatching(/-0[34]:00$/),
      },
    ])
    expect(Date.parse(news[0]?.published_at as string)).toBe(Math.floor(published_at.getTime() / 1000) * 1000)
  })

  it('hide changes that are held, unpublished, older than 60 days or for another parent', async () => {
    await newFamily()
    const before = await askNewsIds()
    await logChange({ published_at: new Date(Date.now() + HOUR_MS) })
    await logChange({ published_at: null })
    await logChange({ published_at: msAgo(61 * DAY_MS) })
    await logChange({ parent_id: await school.parent() })
    expect(await askNewsIds()).toEqual(before)
    const accountChange = await logChange({
      kind: 'account',
      parent_id: family.parent_id,
      new_value: 'linked',
      item: 'link',
    })
    expect(await askNewsIds()).toEqual([accountChange, ...before])
  })

  it('show the last of several changes made before publication, and none that restored the value', async () => {
    await newFamily()
    const before = await askNewsIds()
    const held = { changed_at: msAgo(5 * HOUR_MS), published_at: msAgo(HOUR_MS) }
    const [changed, restored] = [{ item: 'a/1' }, { item: 'a/2' }]
    await logChange({ ...held, ...changed, known_value: '5.4', new_value: '4.0' })
    const last = await logChange({
      ...held,
      ...changed,
      known_value: '5.4',
      new_value: '6.0',
      changed_at: msAgo(4 * HOUR_MS),
    })
    await logChange({ ...held, ...restored, known_value: '5.4', new_value: '4.0' })
    await logChange({
      ...held,
      ...restored,
      known_value: '5.4',
      new_value: '5.4',
      changed_at: msAgo(4 * HOUR_MS),
    })
    expect(await askNewsIds()).toEqual([last, ...before])
  })

  it('show both of two changes when the first was public before the second', async () => {
    await newFamily()
    const before = await askNewsIds()
    const first = await logChange({
      item: 'b/1',
      new_value: '4.0',
      changed_at: msAgo(9 * HOUR_MS),
      published_at: msAgo(8 * HOUR_MS),
    })
    const second = await logChange({
      item: 'b/1',
      known_value: '4.0',
      new_value: null,
      published_at: msAgo(HOUR_MS),
    })
    expect((await askNewsIds()).filter((id) => !before.includes(id))).toEqual([second, first])
    const { news } = await askNews()
    expect(news.find(({ id }) => id === second)?.change).toBe('removed')
  })

  it('from before the account was created are read', async () => {
    await newFamily()
    await server()
      .db.update(parents)
      .set({ created_at: msAgo(30 * 60_000) })
      .where(eq(parents.id, family.parent_id))
    const id = await logChange()
    const { unread, news } = await askNews()
    expect([unread, news.find((item) => item.id === id)?.is_unread]).toEqual([0, false])
  })
})

describe('the mark of read news', () => {
  const read = (fields: Record<string, unknown>) => family.ask('markNewsRead', { kind: null, ...fields })

  it('applies to one kind or all, up to its moment, for this parent only', async () => {
    const { student_id } = await newFamily()
    const other = await school.parent({ created_at: msAgo(90 * DAY_MS) })
    await school.link(other, student_id)
    await logChange({ published_at: msAgo(2 * HOUR_MS) })
    await logChange({
      kind: 'observation',
      item: '77',
      new_value: 'positive',
      published_at: msAgo(2 * HOUR_MS),
    })
    await logChange({ published_at: msAgo(HOUR_MS) })
    const count = (await askNews()).unread
    const until = msAgo(1.5 * HOUR_MS).toISOString()
    expect((await read({ kind: 'observation', until })).json().success).toBe(true)
    expect((await askNews()).unread).toBe(count - 1)
    await read({ until })
    const { unread, news } = await askNews()
    expect(unread).toBeGreaterThan(0)
    expect(news.filter(({ is_unread }) => is_unread)).toHaveLength(unread)
    const { call } = await school.signIn(other)
    expect((await askNews(call)).unread).toBe(count)
  })

  it('never moves backwards, and not beyond now', async () => {
    const { parent_id, student_id } = await newFamily()
    const mark = async () => {
      const isGrade = and(eq(newsReads.parent_id, parent_id), eq(newsReads.kind, 'grade'))
      const [row] = await server().db.select().from(newsReads).where(isGrade)
      return row?.read_until.getTime()
    }
    await read({ kind: 'grade', student_id, until: '2100-01-01T00:00:00Z' })
    const moved = await mark()
    expect(moved).toBeLessThanOrEqual(Date.now())
    await read({ kind: 'grade', student_id, until: '2026-01-01T00:00:00Z' })
    expect(await mark()).toBe(moved)
  })

  it('applies to single items and leaves those published with them or before unread', async () => {
    const { student_id } = await newFamily()
    const published_at = msAgo(HOUR_MS)
    await logChange({ published_at: msAgo(2 * HOUR_MS) })
    const [tapped, other] = [await logChange({ published_at }), await logChange({ published_at })]
    const before = await askNews()
    await read({ student_id, kind: 'grade', until: published_at.toISOString(), ids: [tapped] })
    await read({ student_id, kind: 'grade', until: published_at.toISOString(), ids: [tapped] })
    const { unread, news } = await askNews()
    expect(unread).toBe(before.unread - 1)
    expect(news.find(({ id }) => id === tapped)?.is_unread).toBe(false)
    expect(news.find(({ id }) => id === other)?.is_unread).toBe(true)
    await read({ student_id, until: new Date().toISOString() })
    expect((await askNews()).unread).toBe(0)
  })

  it('of a student of another family is refused, and so is a moment that does not exist', async () => {
    await newFamily()
    const { student_id } = await school.family(course_id)
    const until = new Date().toISOString()
    const refused = await family.call('markNewsRead', { student_id, kind: null, until })
    expect(refused.statusCode).toBe(404)
    const days = ['2026-13-45T99:00:00Z', '2026-02-31T10:00:00Z', '0000-01-01T00:00:00Z']
    for (const moment of [...days, '2026-01-01T10:00:00+20:00'])
      expect((await read({ until: moment })).statusCode, moment).toBe(400)
    expect((await read({ until, kind: 'other' })).statusCode).toBe(400)
  })
})
