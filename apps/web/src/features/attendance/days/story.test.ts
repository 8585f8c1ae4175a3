import type { ClassDay } from '@apoderados/contract/attendance'
import { describe, expect, it } from 'vitest'
import { storyOf } from './story.ts'

/** The class days begin with the absences; every third attended day is a late one. */
const classDays = (held: number, absent: number, remaining_days: number | null = null) => ({
  days: Array.from({ length: held }, (_, index): ClassDay => {
    const date = new Date(Date.UTC(2026, 2, 4 + index)).toISOString().slice(0, 10)
    if (index < absent) return { date, status: 'absent' }
    return { date, status: index % 3 === 0 ? 'late' : 'present' }
  }),
  remaining_days,
})
const storyOfDays = (held: number, absent: number, remaining?: number) =>
  storyOf({ percentage: ((held - absent) * 100) / held, classDays: classDays(held, absent, remaining) })

const ABOVE = 'Va sobre el 85% que se pide para pasar de curso.'
const ADVICE = 'Conversa con su profesor o profesora jefe o con UTP para ver cómo lograrlo.'

describe('the story', () => {
  it('has the absences, the verdict and what the minimum leaves', () => {
    expect(storyOfDays(173, 14)).toEqual([
      'Faltó 14 de 173 días.',
      ABOVE,
      'Si faltara 14 días seguidos, seguiría en 85%.',
    ])
    expect(storyOfDays(1, 0)[0]).toBe('No ha faltado en 1 día.')
    expect(storyOfDays(20, 3)[1]).toBe('Va justo en el 85% que se pide para pasar de curso.')
  })

  it('has below the minimum what is missing, and who can help', () => {
    expect(storyOfDays(100, 16)).toEqual([
      'Faltó 16 de 100 días.',
      'Con 7 días seguidos de asistencia llegaría a 85%.',
      ADVICE,
    ])
    expect(storyOfDays(100, 16, 6).slice(1)).toEqual([
      'Este año ya no alcanza el 85%, aunque asista todos los días que quedan.',
      'Conversa con su profesor o profesora jefe o con UTP: la dirección del colegio puede autorizar que pase de curso con menos asistencia.',
    ])
  })

  it('has before the first class day only that there is none', () => {
    const none = ['Aún no hay días de clases registrados.']
    expect(storyOf({ percentage: null, classDays: classDays(0, 0) })).toEqual(none)
    expect(storyOf({ percentage: null, classDays: undefined })).toEqual(none)
    expect(storyOf({ percentage: undefined, classDays: classDays(0, 0) })).toEqual(none)
  })

  it('asserts nothing of what is not known', () => {
    expect(storyOf({ percentage: undefined, classDays: undefined })).toEqual([])
    expect(storyOf({ percentage: 91.9, classDays: undefined })).toEqual([ABOVE])
    expect(storyOf({ percentage: 84, classDays: undefined })).toEqual([ADVICE])
    expect(storyOf({ percentage: undefined, classDays: classDays(100, 16) })).toEqual([
      'Faltó 16 de 100 días.',
      'Con 7 días seguidos de asistencia llegaría a 85%.',
      ADVICE,
    ])
  })

  it('leaves out the days if they are not those of the percentage', () => {
    expect(storyOf({ percentage: 91, classDays: classDays(100, 16) })).toEqual([ABOVE])
    expect(storyOf({ percentage: null, classDays: classDays(100, 16) })).toEqual([])
  })
})
