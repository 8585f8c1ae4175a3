import { checkDigit } from '@apoderados/contract/values/rut'

export type Numbered = { number: string; dv: string }

export const withDigit = (body: number): Numbered => ({ number: String(body), dv: checkDigit(String(body)) })

/** `step` and `size` are coprime, so that each index below `size` gets a unique number, in no visible order. */
type Range = { first: number; size: number; step: number }
export type NumberRanges = {
  staff: Range
  guardians: Range
  students: Range
  /** The last eight digits of the first mobile number. */
  firstMobile: number
  email(name: string, last_name: string, phone: string): string
}

const toAscii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** RUNs of 43.4 to 46.99 million are unassigned; the demo's schools use lower ones. */
const generatedRanges: NumberRanges = {
  staff: { first: 43_400_000, size: 100_000, step: 38_153 },
  guardians: { first: 43_500_000, size: 1_500_000, step: 611_953 },
  students: { first: 45_000_000, size: 1_990_000, step: 730_003 },
  firstMobile: 0,
  email: (name, last_name, phone) => `${toAscii(name)}.${toAscii(last_name)}.${phone.slice(-7)}@example.com`,
}

const FIRST_IPE = 198_000_000
const FIRST_IPA = 197_000_000
const FIRST_PASSPORT = 1_000_000
/** The size of the ranges of IPEs, IPAs and passports. */
const RANGE_SIZE = 900_000
const MOBILES_SIZE = 10_000_000
/** The highest official RBDs are near 42,000. */
const FIRST_RBD = 90_100

/** The highest numbers of students and schools: the sizes of the ranges above, without the numbers for newcomers. */
export const STUDENTS_MAX = 900_000
export const SCHOOLS_MAX = 2_000

/**
 * Returns unique numbers that no real person or school has. Newcomers get numbers from the end of each range, so that
 * the numbers of the other people do not depend on them.
 */
export function createNumbers(ranges = generatedRanges, { areForNewcomers = false } = {}) {
  /** Returns a function that returns the next index below `size`: ascending, or for newcomers descending. */
  const indexes = (size: number) => {
    let taken = 0
    return () => {
      taken += 1
      return areForNewcomers ? size - taken : taken - 1
    }
  }
  const spread = ({ first, size, step }: Range) => {
    const next = indexes(size)
    return () => withDigit(first + ((next() * step) % size))
  }
  const ipe = indexes(RANGE_SIZE)
  const ipa = indexes(RANGE_SIZE)
  const passport = indexes(RANGE_SIZE)
  const mobile = indexes(MOBILES_SIZE)
  const landline = indexes(RANGE_SIZE)
  const eightDigits = (number: number) => String(number).padStart(8, '0')
  return {
    staffRun: spread(ranges.staff),
    studentRun: spread(ranges.students),
    guardianRun: spread(ranges.guardians),
    ipe: () => withDigit(FIRST_IPE + ipe()),
    ipa: () => withDigit(FIRST_IPA + ipa()),
    passport: (): Numbered => ({ number: `PA${FIRST_PASSPORT + passport()}`, dv: '' }),
    /** Real mobile numbers do not begin with 9 0. */
    mobile: () => `+569${eightDigits(ranges.firstMobile + mobile())}`,
    landline: () => `+562${eightDigits(landline())}`,
    email: ranges.email,
  }
}
export type Numbers = ReturnType<typeof createNumbers>

/** Returns the first `count` unissued RBDs. It skips those with the check digit K, which no published RBD has. */
export function unissuedRbds(count: number): Numbered[] {
  const rbds: Numbered[] = []
  for (let body = FIRST_RBD; rbds.length < count; body += 1) {
    const rbd = withDigit(body)
    if (rbd.dv !== 'K') rbds.push(rbd)
  }
  return rbds
}
