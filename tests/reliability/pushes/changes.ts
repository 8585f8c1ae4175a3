import type { Database } from '@apoderados/core/db/client/open'
import { appendChanges } from '@apoderados/core/students/changeLog'
import { sql } from 'drizzle-orm'

/**
 * Changes up to `perStudent` grades of each of `students` students, from the one with the number `first` on, and logs
 * them in the same transaction and by the same function as an import. Returns the number of changes.
 */
export async function changeGrades(
  db: Database,
  { first, students, perStudent }: { first: number; students: number; perStudent: number },
): Promise<number> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`create temporary table changed on commit drop as
      select establishment_id, enrollment_id, assessment_id, tenths as before, case tenths when 40 then 41 else 40 end as after
      from (select grade.*, row_number() over (partition by grade.enrollment_id order by grade.assessment_id) as number
        from grades grade join (select establishment_id, id from enrollments where withdrawn_on is null
          order by id offset ${first} limit ${students}) enrollment
          on enrollment.establishment_id = grade.establishment_id and enrollment.id = grade.enrollment_id
        where grade.tenths is not null) numbered
      where number <= ${perStudent}`)
    await transaction.execute(sql`update grades set tenths = changed.after from changed
      where grades.establishment_id = changed.establishment_id and grades.enrollment_id = changed.enrollment_id
        and grades.assessment_id = changed.assessment_id`)
    await appendChanges(
      transaction,
      sql`select changed.establishment_id, 'grade' as kind, changed.enrollment_id, null::bigint as course_id,
        null::bigint as parent_id, changed.enrollment_id || '/' || changed.assessment_id as item,
        assessment.course_subject_id, assessment.sub_period_id, assessment.held_on as day, assessment.name as title,
        to_char(changed.before / 10.0, 'FM0.0') as old_value, to_char(changed.after / 10.0, 'FM0.0') as new_value
        from changed join assessments assessment on assessment.establishment_id = changed.establishment_id
          and assessment.id = changed.assessment_id`,
    )
    const { rows } = await transaction.execute<{ count: number }>(
      sql`select count(*)::int as count from changed`,
    )
    return rows[0]?.count ?? 0
  })
}

/** Counts the changes whose pushes are not queued yet, and the pushes that are still queued. */
export async function countPending({ $client: pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select ((select count(*) from due_news) + (select count(*) from pushes))::int as count',
  )
  return rows[0]?.count ?? 0
}
