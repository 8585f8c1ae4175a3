import { averageOfSubjects, averageOfSums, fromTenths } from '@apoderados/contract/averages'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'
import { findQualifications, findSubPeriods, sumGrades } from './gradeRows.ts'
import { findPeriodMarks, toSubjectMarksList } from './periodMarks.ts'

type AverageRow = Awaited<ReturnType<ReturnType<typeof sumGrades>['execute']>>[number]

/** Returns a list of one subject with its average in tenths, or an empty list for a row without subject. */
function toAverageList({ subject, weighted, weights, concept, rounding }: AverageRow) {
  if (!subject) return [] // without an enrollment, the query returns one row of nulls
  const { id, name, scale_type, counts_in_average } = subject
  const isNumber = scale_type === 'number'
  return [
    {
      id,
      subject: name,
      scale_type: isNumber ? 'number' : 'other',
      counts: isNumber && counts_in_average,
      tenths: isNumber ? averageOfSums({ weighted, weights }, rounding) : null,
      note_scale_value: isNumber ? null : concept,
    },
  ]
}

export const gradesHandlers = {
  async getSubPeriods({ student_id }, { db, parent_id }) {
    return findSubPeriods(db).execute({ student_id, parent_id })
  },

  async getPeriodQualifications(request, { db, parent_id }) {
    const rows = await sumGrades(db).execute({ ...request, parent_id })
    const [first] = rows
    if (!first?.enrollment_id) return { averages: [], average: null }
    if (first.sub_period_id === null) throw notFoundError()
    const subjects = rows.flatMap(toAverageList)
    const counted = subjects.filter(({ counts }) => counts).map(({ tenths }) => tenths)
    return {
      averages: subjects.map(({ tenths, ...subject }) => ({ ...subject, average: fromTenths(tenths) })),
      average: fromTenths(averageOfSubjects(counted, first.rounding)),
    }
  },

  async getPeriodQualificationsBySubject(request, { db, parent_id }) {
    const rows = await findQualifications(db).execute({ ...request, parent_id })
    const [first] = rows
    if (!first?.enrollment_id) return { qualifications: [] }
    if (first.sub_period_id === null || first.course_subject_id === null) throw notFoundError()
    return {
      qualifications: rows.flatMap(({ assessment, tenths, concept }) =>
        assessment ? [{ ...assessment, qualification: fromTenths(tenths), note_scale_value: concept }] : [],
      ),
    }
  },

  async getPeriodMarks(request, { db, parent_id }) {
    const rows = await findPeriodMarks(db).execute({ ...request, parent_id })
    const [first] = rows
    if (!first?.enrollment_id) return { rounding: null, uses_weights: null, subjects: [] }
    if (first.sub_period_id === null) throw notFoundError()
    const { rounding, uses_weights } = first
    return { rounding, uses_weights, subjects: rows.flatMap(toSubjectMarksList) }
  },
} satisfies Partial<Handlers>
