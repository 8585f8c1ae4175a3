import { electives } from './electives.ts'
import type { Merge } from './merge.ts'
import { peopleMerges } from './people.ts'
import { recordMerges } from './records.ts'
import { schoolMerges } from './schools.ts'

const { establishments, subPeriods, courses, employees, courseSubjects, blocks } = schoolMerges
const { students, enrollments, guardians, permissions, links } = peopleMerges
const { assessments, grades, attendance, arrears, observations, events } = recordMerges

/** In the order in which they are written: each may refer to those before it. */
export const merges: Merge[] = [
  ...[establishments, subPeriods, courses, employees, courseSubjects],
  ...[students, enrollments, guardians, permissions, links, electives, blocks],
  ...[assessments, grades, attendance, arrears, observations, events],
]
