import { expect, it } from 'vitest'
import { readSheets, sheetOfCsv } from '../testing/readSheets.ts'

const read = (file: string, text: string) =>
  readSheets([sheetOfCsv(file, text, ';')], { rbd: '90003-6', year: 2026 })
const scope = { rbd: '90003-6', year: 2026 }

it('a table of students and assessments is read as grades; a blank cell states nothing', async () => {
  const { records, problems, warnings } = await read(
    'Notas 5A.csv',
    `N°;RUN;Estudiante;MAT-1;LEN-2;Promedio
    1;40.288.001;Araya Vera Nicolás;5,4;;5,4
    2;40288118-6;Rojas Díaz Antonella;-;6,0;6,0`,
  )
  expect([problems, warnings]).toEqual([[], []])
  expect(records.notas).toEqual([
    { ...scope, student_rut: '40288001', assessment: 'MAT-1', tenths: 54, concept: null },
    { ...scope, student_rut: '40288118', assessment: 'MAT-1', tenths: null, concept: null },
    { ...scope, student_rut: '40288118', assessment: 'LEN-2', tenths: 60, concept: null },
  ])
})

it('a table of students and days is read as attendance', async () => {
  const { records, problems } = await read(
    'libro.csv',
    `run;nombre;13-04-2026;14-04-2026
    40288001;Nicolás;P;A
    40288118;Antonella;;T`,
  )
  expect(problems).toEqual([])
  expect(records.asistencia.map(({ student_rut, day, status }) => [student_rut, day, status])).toEqual([
    ['40288001', '2026-04-13', 'present'],
    ['40288001', '2026-04-14', 'absent'],
    ['40288118', '2026-04-14', 'late'],
  ])
})

it('a faulty cell is reported with its row and the header of its column, a faulty header once', async () => {
  const grades = await read('notas.csv', 'run;MAT-1;LEN-2\n40288001;05-abr;6,0\n40288118;5,0;8,5')
  expect(grades.problems.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 'MAT-1', 'es una fecha: la planilla cambió la nota al escribirla'],
    [3, 'LEN-2', 'fuera de 1,0 a 7,0'],
  ])
  const days = await read('asistencia.csv', 'run;31-04-2026;14-04-2026;15\n40288001;P;X;P\n40288118;P;P;P')
  expect(days.problems.map(({ line, column, message }) => [line, column, message])).toEqual([
    [1, '31-04-2026', 'esa fecha no existe'],
    [1, '15', 'no es una fecha'],
    [2, '14-04-2026', 'no se conoce «X»'],
  ])
  const repeated = await read('notas.csv', 'run;MAT-1;mat 1\n40288001;5,0;6,0')
  expect(repeated.problems.map(({ message }) => message)).toEqual(['este encabezado está repetido'])
})
