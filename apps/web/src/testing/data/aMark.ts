import type { PeriodMark } from '@apoderados/contract/grades'

/** A mark of 5,6 in an assessment of May, at a school that gives marks no weights. */
export const aMark = (changes: Partial<PeriodMark> = {}): PeriodMark => ({
  id: 1,
  name: 'Prueba Unidad 1',
  description: 'Números naturales',
  qualification: 5.6,
  note_scale_value: null,
  date: '2026-05-12',
  weight: null,
  ...changes,
})
