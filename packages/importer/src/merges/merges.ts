import type { Merge } from './merge.ts'
import { closures } from './mergeClosures.ts'
import { electives } from './mergeElectives.ts'
import { peopleMerges } from './mergePeople.ts'
import { recordMerges } from './mergeRecords.ts'
import { schoolMerges } from './mergeSchools.ts'

const { establishments, subPeriods, courses, employees, courseSubjects, blocks } = schoolMerges
const { students, enrollments, guardians, permissions, links } = peopleMerges
const { assessments, grades, attendance, arrears, observations, events } = recordMerges

/** The merges in the order of writing: the rows of a merge may refer only to rows of earlier merges. */
export const merges: Merge[] = [
  ...[establishments, subPeriods, closures, courses, employees, courseSubjects],
  ...[students, enrollments, guardians, permissions, links, electives, blocks],
  ...[assessments, grades, attendance, arrears, observations, events],
]
