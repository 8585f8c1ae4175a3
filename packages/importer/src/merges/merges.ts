import type { Merge } from './merge.ts'
import { closures } from './mergeClosures.ts'
import { electives } from './mergeElectives.ts'
import { enrollments, guardians, links, permissions, students } from './mergePeople.ts'
import { arrears, assessments, attendance, events, grades, observations } from './mergeRecords.ts'
import { blocks, courseSubjects, courses, employees, establishments, subPeriods } from './mergeSchools.ts'

/** The merges in the order of writing: the rows of a merge may refer only to rows of earlier merges. */
export const merges: Merge[] = [
  ...[establishments, subPeriods, closures, courses, employees, courseSubjects],
  ...[students, enrollments, guardians, permissions, links, electives, blocks],
  ...[assessments, grades, attendance, arrears, observations, events],
]
