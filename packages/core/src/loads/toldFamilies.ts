/** The columns of the relation `told`: the kind of news, and the enrollment, course or only parent whom it concerns. */
export const toldColumns = {
  establishment_id: 'bigint',
  kind: 'text',
  enrollment_id: 'bigint',
  course_id: 'bigint',
  parent_id: 'bigint',
}

/**
 * Returns SQL that counts the families whom the rows of `told` reach: by `columns` of `told`, one of which is `kind`, and
 * all of them in the row with `is_total`. `told` is a query with `toldColumns` and `columns`. A family is a student with
 * a guardian who has access, so that a guardian of two students counts with each.
 */
export function toldFamiliesSql(told: string, columns: string): string {
  const studentsBy = (condition: string) => `select told.*, enrollment.student_id from told
    join enrollments enrollment on enrollment.establishment_id = told.establishment_id
      and enrollment.withdrawn_on is null and ${condition}`
  return `with told as materialized (${told}), reached as (
      ${studentsBy('enrollment.id = told.enrollment_id')}
      union all ${studentsBy('told.enrollment_id is null and enrollment.course_id = told.course_id')}
      union all ${studentsBy('told.enrollment_id is null and told.course_id is null')})
    select ${columns}, grouping(kind) = 1 as is_total, count(distinct student_id)::int as families
    from reached join student_parents link using (establishment_id, student_id)
    where link.has_access and (reached.parent_id is null or reached.parent_id = link.parent_id)
    group by grouping sets ((${columns}), ()) order by ${columns}`
}
