import type { TestSet } from './importRecords.ts'
import { testSet } from './testSet.ts'

/** A set with one thing wrong, and the problem that tells of it. */
export type Refusal = [
  what: string,
  set: TestSet,
  line: number | null,
  column: string,
  message: string,
  expected?: string,
]

/** `testSet` with further rows at the end of one sheet. */
export const plus = <Name extends keyof TestSet>(
  name: Name,
  ...rows: NonNullable<TestSet[Name]>
): TestSet => ({
  ...testSet,
  [name]: [...testSet[name], ...rows],
})

/** Nobody's RUN. */
export const AWAY = '40533274'
export const COURSE = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
export const STUDENT = 'el RUN de un estudiante con matrícula ese año'
