import type { TestSet } from '../importRecords.ts'
import { testSet } from '../testSet.ts'

/** The name of a fault, a set with this fault, and the problem that an import of the set reports. */
export type RefusedSet = [
  what: string,
  set: TestSet,
  line: number | null,
  column: string,
  message: string,
  expected?: string,
]

/** Returns `testSet` with further rows at the end of one sheet. */
export const withRows = <Name extends keyof TestSet>(
  name: Name,
  ...rows: NonNullable<TestSet[Name]>
): TestSet => ({
  ...testSet,
  [name]: [...testSet[name], ...rows],
})

/** A valid RUN that no person of `testSet` has. */
export const UNUSED_RUN = '40533274'
export const COURSE_FORM = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
export const STUDENT_FORM = 'el RUN de un estudiante con matrícula ese año'
