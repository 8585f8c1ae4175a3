import type { SubjectAverage } from '@apoderados/contract/grades'
import { hasConcept } from '../scale.ts'

export type NumberedAverage = SubjectAverage & { average: number }

export const isNumbered = (subject: SubjectAverage): subject is NumberedAverage =>
  !hasConcept(subject) && subject.average !== null
