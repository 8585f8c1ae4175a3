import { describe, expect, it } from 'vitest'
import { aClass } from '../../../testing/data/blocks.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { queryClient } from '../../api/queryClient.ts'
import { assignColors, railColor } from './subjectColor.ts'

const courseSubjects = [
  'Artes Visuales',
  'Ciencias Naturales',
  'Consejo de Curso',
  'Educación Física y Salud',
  'Historia, Geografía y Ciencias Sociales',
  'Idioma Extranjero: Inglés',
  'Lengua y Literatura',
  'Lenguaje y Comunicación',
  'Matemática',
  'Música',
  'Orientación',
  'Religión',
  'Taller de Ajedrez',
  'Tecnología',
]

describe('the subjects of a course', () => {
  it('have different colours in any order', () => {
    const colors = assignColors(courseSubjects)
    expect(new Set(colors.values()).size).toBe(courseSubjects.length)
    expect(assignColors(courseSubjects.toReversed())).toEqual(colors)
  })
})

describe('a rail', () => {
  const weekOf = (...subjects: string[]) => ({
    employee_schedules: {
      monday: { daySchedule: subjects.map((subject) => aClass('08:00', '09:30', subject)) },
    },
  })

  it('has the colour of its subject in the week of the given student, else of the chosen one', () => {
    signedIn()
    queryClient.setQueryData(['getCalendar', { student_id: 1 }], weekOf(...courseSubjects))
    queryClient.setQueryData(['getCalendar', { student_id: 2 }], weekOf('Física'))
    const rails = courseSubjects.map((subject) => railColor(subject))
    expect(new Set(rails).size).toBe(courseSubjects.length)
    expect(railColor('Física', 2)).toMatch(/^bg-[a-z]+$/)
    expect(rails).not.toContain(railColor('Electivo de Robótica'))
  })

  it('is neutral without a subject, and while the week is unknown', () => {
    signedIn()
    expect(railColor('Matemática')).toBe('bg-line-control')
    queryClient.setQueryData(['getCalendar', { student_id: 1 }], weekOf('Matemática'))
    expect([railColor(null), railColor('')]).toEqual(['bg-line-control', 'bg-line-control'])
  })
})
