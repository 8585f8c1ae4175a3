import type { Merge } from './defineMerge.ts'
import { closuresMerge } from './mergeClosures.ts'
import { electivesMerge } from './mergeElectives.ts'
import {
  enrollmentsMerge,
  guardiansMerge,
  linksMerge,
  permissionsMerge,
  studentsMerge,
} from './mergePeople.ts'
import {
  arrearsMerge,
  assessmentsMerge,
  attendanceMerge,
  eventsMerge,
  gradesMerge,
  observationsMerge,
} from './mergeRecords.ts'
import {
  blocksMerge,
  courseSubjectsMerge,
  coursesMerge,
  employeesMerge,
  establishmentsMerge,
  subPeriodsMerge,
} from './mergeSchools.ts'

/** The merges in the order of writing: the rows of a merge may refer only to rows of earlier merges. */
export const merges: Merge[] = [
  establishmentsMerge,
  subPeriodsMerge,
  closuresMerge,
  coursesMerge,
  employeesMerge,
  courseSubjectsMerge,
  studentsMerge,
  enrollmentsMerge,
  guardiansMerge,
  permissionsMerge,
  linksMerge,
  electivesMerge,
  blocksMerge,
  assessmentsMerge,
  gradesMerge,
  attendanceMerge,
  arrearsMerge,
  observationsMerge,
  eventsMerge,
]
