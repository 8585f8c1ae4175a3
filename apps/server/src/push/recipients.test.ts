import { pushes } from '@apoderados/core/db/tables/messages'
import { changes, dueNews } from '@apoderados/core/db/tables/news'
import { enrollments, parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { queueDuePushes } from '@apoderados/core/pushes/fanOut'
import { anyHour, type Family, setupPushSchool } from '@apoderados/testing/push/pushSchool'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const { server, runRound, familyWithDevice, logGrade, endWaiting, arrived } = setupPushSchool()
const defaultSettings = { students: [], ...anyHour, show_detail: false }

describe('no push', () => {
  it.each<[string, (family: Family) => PromiseLike<unknown>]>([
    ['a device that signed out', ({ call }) => call('endSession')],
    [
      'a closed account',
      ({ parent_id }) =>
        server().db.update(parents).set({ is_active: false }).where(eq(parents.id, parent_id)),
    ],
    [
      'a parent whose link is blocked',
      ({ parent_id }) =>
        server()
          .db.update(studentParents)
          .set({ has_access: false })
          .where(eq(studentParents.parent_id, parent_id)),
    ],
    [
      'the parents of a student who left',
      ({ student_id }) =>
        server()
          .db.update(enrollments)
          .set({ withdrawn_on: '2026-03-05' })
          .where(eq(enrollments.student_id, student_id)),
    ],
    [
      'the parents of a student who graduated years ago',
      ({ student_id }) =>
        server().db.update(enrollments).set({ year: 2023 }).where(eq(enrollments.student_id, student_id)),
    ],
    [
      'a parent who switched off the kind',
      ({ call, student_id }) =>
        call('saveNotificationSettings', {
          ...defaultSettings,
          students: [{ student_id, kinds: { grade: false } }],
        }),
    ],
  ])('goes to %s, neither before nor after it was queued', async (_, change) => {
    const family = await familyWithDevice('telefono')
    await logGrade(family)
    expect(await queueDuePushes(server().db)).toBe(1)
    await change(family)
    await runRound()
    await logGrade(family)
    await runRound()
    expect(arrived()).toEqual([])
    expect(await server().db.$count(pushes)).toBe(0)
  })
})

describe('in the quiet hours', () => {
  /** Returns quiet hours from an hour ago until in two hours, in the school's local time. */
  async function hoursAroundNow() {
    const { rows } = await server().db.execute<{ from: string; until: string }>(sql`
      select to_char(now() at time zone 'America/Santiago' - interval '1 hour', 'HH24:MI') as from,
        to_char(now() at time zone 'America/Santiago' + interval '2 hours', 'HH24:MI') as until`)
    return { quiet_from: rows[0]?.from, quiet_until: rows[0]?.until }
  }
  const hoursUntil = (due_at = new Date(0)) => (due_at.getTime() - Date.now()) / 3_600_000

  it('pushes wait for the end, joined with later ones', async () => {
    const family = await familyWithDevice('telefono', await hoursAroundNow())
    await logGrade(family)
    await runRound()
    await logGrade(family)
    await runRound()
    const [waiting, ...others] = await server().db.select().from(pushes)
    expect([arrived(), others, waiting?.change_ids.length]).toEqual([[], [], 2])
    expect(hoursUntil(waiting?.due_at)).toBeCloseTo(2, 0)
    await family.call('saveNotificationSettings', defaultSettings)
    await endWaiting()
    await runRound()
    expect(arrived()).toEqual([['telefono', '2 calificaciones nuevas']])
  })

  it('pushes wait that were queued before the parent set these hours', async () => {
    const family = await familyWithDevice('telefono')
    await logGrade(family)
    await queueDuePushes(server().db)
    await family.call('saveNotificationSettings', { ...defaultSettings, ...(await hoursAroundNow()) })
    await runRound()
    const [waiting] = await server().db.select().from(pushes)
    expect([arrived(), waiting?.claimed_until]).toEqual([[], null])
    expect(hoursUntil(waiting?.due_at)).toBeCloseTo(2, 0)
  })
})

it('the erasure of a student deletes its due news and pushes', async () => {
  const family = await familyWithDevice('telefono')
  await logGrade(family)
  await queueDuePushes(server().db)
  await logGrade(family)
  const { db } = server()
  await db.delete(studentParents).where(eq(studentParents.student_id, family.student_id))
  await db.delete(changes).where(eq(changes.enrollment_id, family.enrollment_id))
  await db.delete(enrollments).where(eq(enrollments.student_id, family.student_id))
  await db.delete(students).where(eq(students.id, family.student_id))
  expect([await db.$count(dueNews), await db.$count(pushes)]).toEqual([0, 0])
})
