import type { DocumentKind } from '@apoderados/contract/documents'
import type { DocumentData } from './documentData.ts'

/** What the sample has for a folio; the letter U is in none. */
export const SAMPLE_FOLIO = 'MUESTRAMUESTRA00'

const subjects = ['Lenguaje y Comunicación', 'Matemática', 'Ciencias Naturales', 'Educación Física y Salud']
const month = { days: 20, attended: 18, late: 1, absent: 2, justified: 1 }

/** Returns what a document of an invented student says. */
export function sampleData(kind: DocumentKind, day: string): Omit<DocumentData, 'school' | 'rbd'> {
  const year = Number(day.slice(0, 4))
  return {
    kind,
    name: 'Nombre Apellido Apellido',
    run: '11.111.111-1',
    gender: null,
    course: '5° Básico A',
    year,
    is_enrolled: kind === 'regular' || kind === 'enrolment' ? true : null,
    enrolled_on: kind === 'enrolment' ? `${year}-03-04` : null,
    grades:
      kind === 'grades'
        ? {
            periods: ['1° Semestre', '2° Semestre'],
            subjects: subjects.map((name) => ({ name, results: ['5,8', null] })),
            averages: ['5,8', null],
          }
        : null,
    attendance:
      kind === 'attendance'
        ? {
            until: day,
            months: [{ month: `${year}-03`, ...month }],
            total: { month: 'total', ...month },
            percentage: '90,0 %',
          }
        : null,
  }
}
