import { rowsPerSchool, schoolOf } from './benchmarkNumbers.ts'

type CellValue = string | number | boolean | null
export type Row = CellValue[]
/** A generated table: its columns, and its rows for a number of students in the order of the primary key. */
export type Table = { name: string; columns: string; rows: (students: number) => Iterable<Row> }

export const firstNames = ['Sofía', 'Benjamín', 'Martina', 'Vicente', 'Emilia', 'Agustín', 'Isidora', 'Tomás']
export const sampleText =
  'Trae sus materiales y participa en clases, según lo conversado con su apoderada en la entrevista.'
export const pick = (list: readonly string[], number: number) => list[number % list.length] as string
export const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Yields the rows of each number from 1 to `count`; the functions below do so for each student, school or course. */
export function* rowsForEach(count: number, rows: (number: number) => Iterable<Row>): Iterable<Row> {
  for (let number = 1; number <= count; number += 1) yield* rows(number)
}
export const perStudent = (rows: (student: number) => Iterable<Row>) => (students: number) =>
  rowsForEach(students, rows)
export const perSchool = (rows: (ofSchool: number) => Iterable<Row>) => (students: number) =>
  rowsForEach(schoolOf(students), rows)
export const perCourse = (rows: (course: number, ofSchool: number) => Iterable<Row>) =>
  perSchool((ofSchool) =>
    numbersUpTo(rowsPerSchool.courses).flatMap((number) => [
      ...rows((ofSchool - 1) * rowsPerSchool.courses + number, ofSchool),
    ]),
  )
