import { school, schoolOf } from './benchmarkNumbers.ts'

type Value = string | number | boolean | null
export type Row = Value[]
/** The columns of a table, and its rows in the order of the primary key. */
export type Table = { name: string; columns: string; rows: (students: number) => Iterable<Row> }

export const names = ['Sofía', 'Benjamín', 'Martina', 'Vicente', 'Emilia', 'Agustín', 'Isidora', 'Tomás']
export const text =
  'Trae sus materiales y participa en clases, según lo conversado con su apoderada en la entrevista.'
export const pick = (list: readonly string[], number: number) => list[number % list.length] as string
export const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export function* each(count: number, rows: (number: number) => Iterable<Row>): Iterable<Row> {
  for (let number = 1; number <= count; number += 1) yield* rows(number)
}
export const perStudent = (rows: (student: number) => Iterable<Row>) => (students: number) =>
  each(students, rows)
export const perSchool = (rows: (ofSchool: number) => Iterable<Row>) => (students: number) =>
  each(schoolOf(students), rows)
export const perCourse = (rows: (course: number, ofSchool: number) => Iterable<Row>) =>
  perSchool((ofSchool) =>
    numbersUpTo(school.courses).flatMap((number) => [
      ...rows((ofSchool - 1) * school.courses + number, ofSchool),
    ]),
  )
