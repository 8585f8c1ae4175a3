import { fromTenths } from '@apoderados/contract/averages'
import { oneDecimal } from '../../../shared/text/format.ts'

export const LOWEST_GRADE_TENTHS = 10
export const HIGHEST_GRADE_TENTHS = 70
const WEIGHT_MAX = 100_000

/** A typed grade in tenths: '5,5' and '5.5' → 55, '5' → 50. Null for an empty text, undefined for an invalid one. */
export function readGrade(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, integerPart, decimal = '0'] = /^(\d)(?:[.,](\d?))?$/.exec(trimmed) ?? []
  const tenths = Number(integerPart) * 10 + Number(decimal)
  return tenths >= LOWEST_GRADE_TENTHS && tenths <= HIGHEST_GRADE_TENTHS ? tenths : undefined
}

/** A typed weight from 1 to 100,000; undefined for any other text. */
export function readWeight(text: string): number | undefined {
  const weight = Number(text.trim())
  return Number.isInteger(weight) && weight >= 1 && weight <= WEIGHT_MAX ? weight : undefined
}

/** Tenths as a grade: 55 → '5,5'; null → '—'. */
export const formatTenths = (tenths: number | null): string => oneDecimal(fromTenths(tenths))
