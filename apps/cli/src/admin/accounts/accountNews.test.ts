import type { NewsItem } from '@apoderados/contract/news'
import { changes, newsSettings } from '@apoderados/core/db/tables/news'
import { parents } from '@apoderados/core/db/tables/people'
import { newRun } from '@apoderados/importer/testing/newRun'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
const DAY_MS = 24 * 3_600_000
let accountCount = 0

/**
 * Creates a parent who has signed in, with a child in a new school. With `hasBaseline`, the school has imported its
 * links of parents and students before: without that first import, no news about accounts is created.
 */
async function createFamily({ hasBaseline = true } = {}) {
  accountCount += 1
  const school = await createTestSchool(server())
  const { establishment_id } = school
  const since = hasBaseline ? new Date() : null
  await server().db.insert(newsSettings).values({ establishment_id, kind: 'account', since })
  const [child, own] = [newRun(), newRun()]
  const email = `novedad.${accountCount}@example.com`
  const family = await school.family(await school.course(), { student: child.columns })
  await server()
    .db.update(parents)
    .set({
      ...own.columns,
      foreign_document: null,
      email,
      created_at: new Date(Date.now() - DAY_MS),
      last_login_at: new Date(),
    })
    .where(eq(parents.id, family.parent_id))
  const news = async (call = family.call): Promise<NewsItem[]> => (await call('getNews')).json().news
  const logged = () =>
    server().db.select().from(changes).where(eq(changes.establishment_id, establishment_id))
  return { ...family, school, email, run: child.typed, news, logged }
}

describe('the news about an account', () => {
  it('report a restored access to its parent alone, and never a blocked one', async () => {
    const { run, email, news, student_id, logged, school } = await createFamily()
    const other = await school.parent()
    await school.link(other, student_id)
    const block = ['link', 'block', run, email, '--reason', 'Rol C-1-2026']
    await operate(block)
    await operate(block)
    expect(await logged()).toMatchObject([{ old_value: 'linked', new_value: null, published_at: null }])
    await operate(['link', 'restore', run, email])
    expect(await news()).toMatchObject([
      { kind: 'account', change: 'added', student_id, title: null, is_unread: true },
    ])
    expect(await news((await school.signIn(other)).call)).toEqual([])
  })

  it.each([
    ['email', ['account', 'set-email'], () => `nuevo.${accountCount}@example.com`],
    ['rut', ['account', 'set-rut'], () => newRun().typed],
    ['contact', ['account', 'share', '--phone', 'si'], () => []],
  ])('report that %s changed, without its value', async (title, [group, action, ...options], value) => {
    const { email, parent_id, news, school, logged } = await createFamily()
    const done = await operate([group, action, email, ...options, value()].flat() as string[])
    expect(done.errors).toBe('')
    const { call } = await school.signIn(parent_id)
    expect(await news(call)).toMatchObject([{ kind: 'account', change: 'changed', title, new_value: null }])
    expect(await logged()).toMatchObject([{ old_value: 'before', new_value: 'after' }])
  })

  it('report an account that is open again, and never its closing', async () => {
    const { email, parent_id, school, news, logged } = await createFamily()
    await operate(['account', 'close', email])
    expect(await logged()).toMatchObject([
      { title: 'access', parent_id, old_value: 'open', new_value: null, published_at: null },
    ])
    await operate(['account', 'open', email])
    const { call } = await school.signIn(parent_id)
    expect(await news(call)).toMatchObject([{ kind: 'account', change: 'added', title: 'access' }])
  })

  it('report a corrected RUN of a student to each parent with access, without the number', async () => {
    const { run, school, student_id, news, logged } = await createFamily()
    const [other, barred] = [await school.parent(), await school.parent()]
    await school.link(other, student_id)
    await school.link(barred, student_id, { has_access: false })
    expect((await operate(['student', 'set-rut', run, newRun().typed])).code).toBe(0)
    const expected = { kind: 'account', change: 'changed', title: 'student_rut', student_id, new_value: null }
    expect(await news()).toMatchObject([expected])
    expect(await news((await school.signIn(other)).call)).toMatchObject([expected])
    expect(await news((await school.signIn(barred)).call)).toEqual([])
    expect(await logged()).toMatchObject([{ old_value: 'before', new_value: 'after', parent_id: null }])
  })

  it('are not created by a command that changes nothing', async () => {
    const { email, news } = await createFamily()
    await operate(['account', 'share', email, '--phone', 'si'])
    await operate(['account', 'share', email, '--phone', 'si'])
    expect(await news()).toHaveLength(1)
  })
})
