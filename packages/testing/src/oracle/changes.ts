import type { CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import type { Database } from '@apoderados/core/db/client/open'
import {
  electiveEnrollments,
  enrollments,
  parents,
  studentParents,
  students,
} from '@apoderados/core/db/tables/people'
import { and, eq, inArray } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import type { Markers } from './markers.ts'
import { faultOf, type Question, reads, valuesByField, variedFieldNames } from './matrix.ts'
import { type Fixture, makeLink, YEAR } from './oracleRows.ts'
import type { RequestAs } from './requestAs.ts'
import { enrollmentOf } from './studentAccess.ts'

/**
 * Generates one change of a family and the reads that follow it. Each number selects a parent, student, call or id: it
 * is an index, modulo the number of possible values.
 */
const anyStep = fc.record({
  change: fc.constantFrom(
    ...(['link', 'unlink', 'unlink', 'close', 'open', 'withdraw', 'enroll', 'account'] as const),
    ...(['phone', 'email', 'photo', 'social', 'elective', 'elective'] as const),
  ),
  parent: fc.nat(),
  student: fc.nat(),
  questions: fc.array(
    fc.record({
      call: fc.nat(),
      isOther: fc.boolean(),
      parent: fc.nat(),
      ids: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 6, maxLength: 12 },
  ),
})
type ChangeStep = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const pickItem = <T>(items: T[], number: number): T => items[number % items.length] as T

type ChangeTarget = { fixture: Fixture; markers: Markers; db: Database }

/** Makes a change both in `fixture`, from which the oracle computes the expected responses, and in the database. */
async function makeChange(
  { fixture, markers, db }: ChangeTarget,
  { change: kind, parent: p, student: s }: ChangeStep,
): Promise<void> {
  const parent = pickItem(fixture.parents, p)
  const student = pickItem(fixture.students, s)
  const { establishment_id, id: student_id } = student
  const isLink = and(eq(studentParents.parent_id, parent.id), eq(studentParents.student_id, student_id))
  const link = fixture.studentParents.find(
    (row) => row.parent_id === parent.id && row.student_id === student_id,
  )
  const enrollment = enrollmentOf(fixture, student_id)
  const changeParent = async (values: Partial<Fixture['parents'][number]>) => {
    Object.assign(parent, values)
    await db.update(parents).set(values).where(eq(parents.id, parent.id))
  }
  const changeLink = async (has_access: boolean) => {
    if (!link) return
    link.has_access = has_access
    await db.update(studentParents).set({ has_access }).where(isLink)
  }
  const changeEnrollment = async (values: Partial<Fixture['enrollments'][number]>) => {
    if (!enrollment) return
    Object.assign(enrollment, values)
    await db.update(enrollments).set(values).where(eq(enrollments.id, enrollment.id))
  }
  const changes: Record<ChangeStep['change'], () => Promise<unknown>> = {
    async link() {
      if (link) return
      const row = makeLink(markers, { establishment_id, student_id, parent_id: parent.id, has_access: true })
      fixture.studentParents.push(row)
      await db.insert(studentParents).values(row)
    },
    async unlink() {
      fixture.studentParents = fixture.studentParents.filter((row) => row !== link)
      await db.delete(studentParents).where(isLink)
    },
    close: () => changeLink(false),
    open: () => changeLink(true),
    withdraw: () => changeEnrollment({ withdrawn_on: `${YEAR}-08-01` }),
    async enroll() {
      if (enrollment) return
      const former = fixture.enrollments.filter((row) => row.student_id === student_id)
      const row = former.sort((one, other) => other.year - one.year)[0]
      if (!row) return
      row.withdrawn_on = null
      await db.update(enrollments).set({ withdrawn_on: null }).where(eq(enrollments.id, row.id))
    },
    account: () => changeParent({ is_active: !parent.is_active }),
    phone: () => changeParent({ shares_phone: !parent.shares_phone }),
    email: () => changeParent({ shares_email: !parent.shares_email }),
    photo: () => changeEnrollment({ shares_photo: !enrollment?.shares_photo }),
    /** Adds the course's first elective to the enrollment, or removes it. */
    async elective() {
      const subject = fixture.courseSubjects.find(
        (row) => row.course_id === enrollment?.course_id && row.is_elective,
      )
      if (!enrollment || !subject) return
      const row = { establishment_id, enrollment_id: enrollment.id, course_subject_id: subject.id }
      const others = fixture.electiveEnrollments.filter(
        ({ enrollment_id, course_subject_id }) =>
          enrollment_id !== row.enrollment_id || course_subject_id !== row.course_subject_id,
      )
      const isTaken = others.length < fixture.electiveEnrollments.length
      fixture.electiveEnrollments = isTaken ? others : [...others, row]
      if (!isTaken) await db.insert(electiveEnrollments).values(row)
      else
        await db
          .delete(electiveEnrollments)
          .where(
            and(
              eq(electiveEnrollments.enrollment_id, row.enrollment_id),
              eq(electiveEnrollments.course_subject_id, row.course_subject_id),
            ),
          )
    },
    async social() {
      student.shows_social_name = !student.shows_social_name
      const { shows_social_name } = student
      await db.update(students).set({ shows_social_name }).where(eq(students.id, student_id))
    },
  }
  await changes[kind]()
}

/** Builds a read of the parent and the student that the change affected, or, with `isOther`, of any others. */
function buildQuestion(
  fixture: Fixture,
  { parent, student }: ChangeStep,
  requested: ChangeStep['questions'][number],
): Question {
  const [name, call] = pickItem(reads, requested.call) as [CallName, Call]
  const ids = valuesByField(fixture, name)
  const fields = variedFieldNames(name, call).map((field, index) => {
    const possibleIds = ids[field] ?? []
    const isAbout = field === 'student_id' && !requested.isOther
    const id = isAbout
      ? String(pickItem(fixture.students, student).id)
      : pickItem(possibleIds, requested.ids[index] ?? 0)
    return [field, id]
  })
  const { id: parent_id } = pickItem(fixture.parents, requested.isOther ? requested.parent : parent)
  return { parent_id, name, fields: Object.fromEntries(fields) }
}

/**
 * Restores the original rows. Changes never add an account, a student or an enrollment, so these rows are updated where
 * they differ; links and electives are all deleted and inserted again.
 */
async function restoreFixture(db: Database, { from, to }: { from: Fixture; to: Fixture }): Promise<void> {
  const isOurs = inArray(
    studentParents.student_id,
    from.students.map(({ id }) => id),
  )
  await db.delete(studentParents).where(isOurs)
  await db.insert(studentParents).values(to.studentParents)
  const enrolled = from.enrollments.map(({ id }) => id)
  await db.delete(electiveEnrollments).where(inArray(electiveEnrollments.enrollment_id, enrolled))
  await db.insert(electiveEnrollments).values(to.electiveEnrollments)
  for (const [table, before, after] of [
    [parents, from.parents, to.parents],
    [students, from.students, to.students],
    [enrollments, from.enrollments, to.enrollments],
  ] as const) {
    for (const [index, row] of after.entries()) {
      const { id, ...values } = row
      if (JSON.stringify(row) === JSON.stringify(before[index])) continue
      await db
        .update(table as PgTable)
        .set(values)
        .where(eq(table.id, id))
    }
  }
}

type OracleEnvironment = { fixture: Fixture; markers: Markers; db: Database; ask: RequestAs }
export type TrialCounts = { calls: number; changes: number }

/**
 * Changes families between reads: every response must agree with the state after the latest change.
 * @throws an error with the shortest sequence of changes found after which a response does not agree
 */
export async function tryChanges(
  { fixture: original, markers, db, ask }: OracleEnvironment,
  { runs, seed }: { runs: number; seed: number },
): Promise<TrialCounts> {
  const trials: TrialCounts = { calls: 0, changes: 0 }
  const scenario = fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
    const fixture = structuredClone(original)
    try {
      for (const step of steps) {
        await makeChange({ fixture, markers, db }, step)
        trials.changes += 1
        for (const requested of step.questions) {
          const question = buildQuestion(fixture, step, requested)
          const response = await ask(question.parent_id, question.name, question.fields)
          trials.calls += 1
          const fault = faultOf(fixture, question, response, new Map())
          if (fault) throw new Error(fault)
        }
      }
    } finally {
      await restoreFixture(db, { from: fixture, to: original })
    }
  })
  await fc.assert(scenario, { numRuns: runs, seed })
  return trials
}
