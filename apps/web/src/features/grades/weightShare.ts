import type { PeriodMark } from '@apoderados/contract/grades'
import { oneDecimal } from '../../shared/text/format.ts'

/** 'Pondera 20%': the share of a mark in the weights of its subject. Undefined without weights or for a concept. */
export function shareOf(
  { weight, note_scale_value }: PeriodMark,
  marks: readonly PeriodMark[] = [],
): string | undefined {
  if (weight === null || note_scale_value) return undefined
  const total = marks.reduce((sum, mark) => sum + (mark.weight ?? 0), 0)
  return `Pondera ${oneDecimal((weight / total) * 100).replace(',0', '')}%`
}
