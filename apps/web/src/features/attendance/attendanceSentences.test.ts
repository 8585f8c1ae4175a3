import type { DayAttendance } from '@apoderados/contract/attendance'
import { describe, expect, it } from 'vitest'
import { attendanceSentences } from './attendanceSentences.ts'

/** `held` class days: first `absent` days of absence, then attended days, about every third with a late arrival. */
const classDaysResponse = (held: number, absent: number, remaining_days: number | null = null) => ({
  days: Array.from({ length: held }, (_, index): DayAttendance => {
    const date = new Date(Date.UTC(2026, 2, 4 + index)).toISOString().slice(0, 10)
    if (index < absent) return { date, status: 'absent' }
    return { date, status: index % 3 === 0 ? 'late' : 'present' }
  }),
  remaining_days,
})
const sentencesFor = (held: number, absent: number, remaining?: number) =>
  attendanceSentences({
    percentage: ((held - absent) * 100) / held,
    classDays: classDaysResponse(held, absent, remaining),
  })

const ABOVE_MINIMUM = 'Está sobre el 85% que se exige para pasar de curso.'
const ADVICE = 'Conversa con su profesor o profesora jefe o con UTP para ver cómo lograrlo.'

describe('the sentences', () => {
  it('are the absences, the comparison with the minimum and the forecast', () => {
    expect(sentencesFor(173, 14)).toEqual([
      'Faltó 14 de 173 días.',
      ABOVE_MINIMUM,
      'Si faltara 14 días seguidos, seguiría en 85%.',
    ])
    expect(sentencesFor(1, 0)[0]).toBe('No ha faltado en 1 día.')
    expect(sentencesFor(20, 3)[1]).toBe('Está justo en el 85% que se exige para pasar de curso.')
  })

  it('are below the minimum the days needed and advice', () => {
    expect(sentencesFor(100, 16)).toEqual([
      'Faltó 16 de 100 días.',
      'Con 7 días seguidos de asistencia llegaría a 85%.',
      ADVICE,
    ])
    expect(sentencesFor(100, 16, 6).slice(1)).toEqual([
      'Este año ya no alcanza el 85%, aunque asista todos los días que quedan.',
      'Conversa con su profesor o profesora jefe o con UTP: la dirección del colegio puede autorizar que pase de curso con menos asistencia.',
    ])
  })

  it('state before the first class day only that there is none', () => {
    const none = ['Aún no hay días de clases registrados.']
    expect(attendanceSentences({ percentage: null, classDays: classDaysResponse(0, 0) })).toEqual(none)
    expect(attendanceSentences({ percentage: null, classDays: undefined })).toEqual(none)
    expect(attendanceSentences({ percentage: undefined, classDays: classDaysResponse(0, 0) })).toEqual(none)
  })

  it('omit unknown values', () => {
    expect(attendanceSentences({ percentage: undefined, classDays: undefined })).toEqual([])
    expect(attendanceSentences({ percentage: 91.9, classDays: undefined })).toEqual([ABOVE_MINIMUM])
    expect(attendanceSentences({ percentage: 84, classDays: undefined })).toEqual([
      'Conversa con su profesor o profesora jefe o con UTP sobre su asistencia.',
    ])
    expect(attendanceSentences({ percentage: undefined, classDays: classDaysResponse(100, 16) })).toEqual([
      'Faltó 16 de 100 días.',
      'Con 7 días seguidos de asistencia llegaría a 85%.',
      ADVICE,
    ])
  })

  it('omit the days if they do not match the percentage', () => {
    expect(attendanceSentences({ percentage: 91, classDays: classDaysResponse(100, 16) })).toEqual([
      ABOVE_MINIMUM,
    ])
    expect(attendanceSentences({ percentage: null, classDays: classDaysResponse(100, 16) })).toEqual([])
  })
})
