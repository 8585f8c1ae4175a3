import type { OurSet } from './importRecords.ts'
import { ourSet } from './ourSet.ts'

/** A set with one thing wrong, and the problem that tells of it. */
export type Refusal = [
  what: string,
  set: OurSet,
  line: number | null,
  column: string,
  message: string,
  expected?: string,
]

/** Our set with further rows at the end of one sheet. */
export const plus = <Name extends keyof OurSet>(name: Name, ...rows: NonNullable<OurSet[Name]>): OurSet => ({
  ...ourSet,
  [name]: [...ourSet[name], ...rows],
})

/** Nobody's RUN. */
export const AWAY = '40533274'
export const COURSE = 'el código de un curso, o su nombre y letra, como «5° Básico A»'
export const STUDENT = 'el RUN de un estudiante con matrícula ese año'
