import type { TestSet } from '../importRecords.ts'
import { testSet } from '../testSet.ts'

/** A set with one fault, and the problem that the import reports. */
export type Refusal = [
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

/** A valid RUN that no person of the set has. */
export const UNUSED_RUN = '40533274'
export const COURSE = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
export const STUDENT = 'el RUN de un estudiante con matrícula ese año'
