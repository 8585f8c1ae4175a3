import type pg from 'pg'
import { createToldFamilies, type ToldFamilies } from './changeLog/toldFamilies.ts'
import { counted } from './counted.ts'
import { maskEmail } from './maskEmail.ts'
import { endCondition, type MergeCounts, rowNameSql } from './merges/merge.ts'
import { type ColumnChange, createChanges, type EndedKind } from './merges/mergeChanges.ts'
import { merges } from './merges/merges.ts'
import { countRemovals, removalMerges } from './removalLimit.ts'
import { compareAll, type ImportPlan, readSchools, schoolFilterOf } from './writeSchool.ts'

/** The number of examples of each column that the review keeps. */
const EXAMPLES_MAX = 200

/** A row that ends: `row_name` names it in an answer, and the texts say who it is. */
export type RemovedRow = { row_name: string; name: string; course: string | null; document: string | null }

/** The question whether rows of one kind may end. More than 5 % of them need the number typed. */
export type RemovalQuestion = { kind: string; of: number; isExcessive: boolean; rows: RemovedRow[] }

/** The question whether the e-mail with which a person signs in may change. */
export type EmailQuestion = {
  parent_id: number
  name: string
  old_email: string
  new_email: string
  file: number
  line: number
}

/** What a delivery would change, and the questions that a person answers before it is applied. */
export type LoadReview = {
  files: string[]
  counts: Record<string, MergeCounts & { emptied: number }>
  /** The changes of existing rows, by column. */
  columns: ColumnChange[]
  removals: RemovalQuestion[]
  emails: EmailQuestion[]
  /** What ends without a question, because its sheet is complete. */
  ended: EndedKind[]
  told: ToldFamilies
}

/** The answers to the questions of a review. `keep` names the rows that stay; the others end or change. */
export type LoadAnswers = {
  removals: Record<string, { keep: 'all' | string[]; typed?: number | undefined }>
  emails?: { keep: 'all' | number[] } | undefined
}

const courseSql = (course: string) => `${course}.name || ' ' || ${course}.letter`
const personSql = (person: string) => `concat_ws(' ', ${person}.name, ${person}.last_name)`
const runSql = (person: string) => `${person}.rut || '-' || ${person}.rut_dv`
const currentCourseSql = (student: string) => `(select ${courseSql('course')} from enrollments enrollment
  join courses course using (establishment_id) where course.id = enrollment.course_id
    and enrollment.establishment_id = live.establishment_id and enrollment.student_id = ${student}
    and enrollment.withdrawn_on is null order by enrollment.year desc limit 1)`

/** SQL for the columns and joins that say who an ended row is, by the name of its merge. */
const removedRowSql: Record<string, { name: string; course: string; document: string; joins: string }> = {
  matrículas: {
    name: personSql('student'),
    course: courseSql('course'),
    document: runSql('student'),
    joins: `join students student on student.establishment_id = live.establishment_id and student.id = live.student_id
      join courses course on course.establishment_id = live.establishment_id and course.id = live.course_id`,
  },
  vínculos: {
    name: `${personSql('parent')} || ', de ' || ${personSql('student')}`,
    course: currentCourseSql('live.student_id'),
    document: `coalesce(${runSql('parent')}, parent.foreign_document)`,
    joins: `join students student on student.establishment_id = live.establishment_id and student.id = live.student_id
      join parents parent on parent.id = live.parent_id`,
  },
  electivos: {
    name: `${personSql('student')} || ', en ' || subject.name`,
    course: courseSql('course'),
    document: runSql('student'),
    joins: `join enrollments place on place.establishment_id = live.establishment_id and place.id = live.enrollment_id
      join students student on student.establishment_id = live.establishment_id and student.id = place.student_id
      join courses course on course.establishment_id = live.establishment_id and course.id = place.course_id
      join course_subjects subject on subject.establishment_id = live.establishment_id
        and subject.id = live.course_subject_id`,
  },
}

/** SQL condition that an ended enrollment is not replaced by one in another course: the student leaves the school. */
const LEAVES_SCHOOL = `not exists (select from known_enrollments known join known_enrollments other
    on other.student_row = known.student_row and other.year = known.year and other.is_listed and other.withdrawn_on is null
  where known.id = live.id and other.row_no <> known.row_no)`

async function readRemovals(client: pg.ClientBase): Promise<RemovalQuestion[]> {
  const [school] = await readSchools(client)
  if (!school || school.id === null) return []
  const numbers = await countRemovals(client)
  const questions: RemovalQuestion[] = []
  for (const merge of removalMerges) {
    const condition = endCondition(merge, schoolFilterOf(school), false)
    const { name, course, document, joins } = removedRowSql[merge.name] as (typeof removedRowSql)[string]
    const isAsked = merge.name === 'matrículas' ? ` and ${LEAVES_SCHOOL}` : ''
    const { rows } = await client.query<RemovedRow>(
      `select ${rowNameSql(merge)} as row_name, ${name} as name, ${course} as course, ${document} as document
      from ${merge.table} live ${joins} where ${condition}${isAsked} order by course, name, row_name`,
    )
    const { of = 0, isExcessive = false } = numbers.find(({ kind }) => kind === merge.name) ?? {}
    if (rows.length > 0) questions.push({ kind: merge.name, of, isExcessive, rows })
  }
  return questions
}

async function readEmailQuestions(client: pg.ClientBase): Promise<EmailQuestion[]> {
  const { rows } = await client.query<EmailQuestion>(
    `select distinct on (moved.id) moved.id::float8 as parent_id, ${personSql('parent')} as name, moved.old_email,
      moved.new_email, moved.file, moved.line
    from email_changes moved join parents parent on parent.id = moved.id order by moved.id, moved.file, moved.line`,
  )
  return rows.map((row) => ({ ...row, old_email: maskEmail(row.old_email) }))
}

/** Compares the staged rows of one school with the database, before any answer is used. */
export async function reviewDelivery(
  client: pg.ClientBase,
  plan: Pick<ImportPlan, 'rows' | 'complete'> & { names: string[] },
  onStep: () => void,
): Promise<LoadReview> {
  const changes = createChanges(EXAMPLES_MAX)
  const told = await createToldFamilies(client)
  const { counts } = await compareAll(client, { ...plan, reportExamples: changes, told }, onStep)
  const columns = changes.all()
  const emptiedOf = (kind: string) =>
    columns.filter(({ merge }) => merge === kind).reduce((sum, { emptied }) => sum + emptied, 0)
  return {
    files: plan.names,
    counts: Object.fromEntries(
      Object.entries(counts).map(([kind, numbers]) => [kind, { ...numbers, emptied: emptiedOf(kind) }]),
    ),
    columns,
    removals: await readRemovals(client),
    emails: await readEmailQuestions(client),
    told: await told.count(),
    ended: [...changes.endedKinds()],
  }
}
export const REVIEW_STEPS = merges.length

/** Returns what a person still has to answer, one line for each question. */
export function findMissingAnswers(
  { removals, emails }: Pick<LoadReview, 'removals' | 'emails'>,
  answers: LoadAnswers,
): string[] {
  const missing = removals.flatMap(({ kind, rows, isExcessive }) => {
    const answer = answers.removals[kind]
    if (!answer) return [`${kind}: ${counted(rows.length, 'termina', 'terminan')}`]
    const ended = answer.keep === 'all' ? 0 : rows.length - answer.keep.length
    const isConfirmed = !isExcessive || ended === 0 || answer.typed === ended
    return isConfirmed ? [] : [`${kind}: escriba ${ended} para confirmarlo`]
  })
  if (emails.length > 0 && !answers.emails)
    missing.push(`correos: ${counted(emails.length, 'cambia', 'cambian')}`)
  return missing
}

/** Applies the answers to the staged rows, before they are merged: kept rows do not end, kept e-mails do not change. */
export async function applyAnswers(
  client: pg.ClientBase,
  { removals }: Pick<LoadReview, 'removals'>,
  answers: LoadAnswers,
): Promise<void> {
  for (const { kind, rows } of removals) {
    const keep = answers.removals[kind]?.keep ?? 'all'
    const kept = rows.map(({ row_name }) => row_name).filter((row) => keep === 'all' || keep.includes(row))
    await client.query('insert into kept_rows select $1, unnest($2::text[])', [kind, kept])
  }
  const keep = answers.emails?.keep ?? 'all'
  if (keep === 'all') await client.query('delete from email_changes')
  else await client.query('delete from email_changes where id = any($1)', [keep])
}
