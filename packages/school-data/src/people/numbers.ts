import { checkDigit } from '@apoderados/contract/values/rut'

/** A RUN, RBD or other official number, with its check digit; a passport has none, so that `dv` is ''. */
export type OfficialNumber = { number: string; dv: string }

export const withCheckDigit = (body: number): OfficialNumber => ({
  number: String(body),
  dv: checkDigit(String(body)),
})

/**
 * A range of `size` RUNs. The person with the index `n` gets `first + (n * step) % size`; a large `step` hides the
 * order. All `size` numbers are unique only if `step` and `size` are coprime, as those of generated sets are.
 */
type RunRange = { first: number; size: number; step: number }
export type NumberRanges = {
  staff: RunRange
  guardians: RunRange
  students: RunRange
  /** The last eight digits of the first mobile number. */
  firstMobile: number
  email(name: string, last_name: string, phone: string): string
}

const toAsciiLetters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** RUNs from 43.4 to 46.99 million are unassigned; the demo's schools use lower ones. */
const generatedRanges: NumberRanges = {
  staff: { first: 43_400_000, size: 100_000, step: 38_153 },
  guardians: { first: 43_500_000, size: 1_500_000, step: 611_953 },
  students: { first: 45_000_000, size: 1_990_000, step: 730_003 },
  firstMobile: 0,
  email: (name, last_name, phone) =>
    `${toAsciiLetters(name)}.${toAsciiLetters(last_name)}.${phone.slice(-7)}@example.com`,
}

const FIRST_IPE = 198_000_000
const FIRST_IPA = 197_000_000
const FIRST_PASSPORT = 1_000_000
/** The size of each of the ranges of IPEs, IPAs, passports and landline numbers. */
const RANGE_SIZE = 900_000
const MOBILE_RANGE_SIZE = 10_000_000
/** The first RBD of generated schools. Official RBDs end near 42,000. */
const FIRST_RBD = 90_100

/** The maximum counts of students and schools in a set. The ranges above suffice for them and for newcomers. */
export const STUDENTS_MAX = 900_000
export const SCHOOLS_MAX = 2_000

/**
 * Returns functions that number fictional people and schools: each call returns a further number, which no real person
 * or school has. Those for newcomers count down from the end of each range, so that they change no one else's number.
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
  const spread = ({ first, size, step }: RunRange) => {
    const next = indexes(size)
    return () => withCheckDigit(first + ((next() * step) % size))
  }
  const ipe = indexes(RANGE_SIZE)
  const ipa = indexes(RANGE_SIZE)
  const passport = indexes(RANGE_SIZE)
  const mobile = indexes(MOBILE_RANGE_SIZE)
  const landline = indexes(RANGE_SIZE)
  const eightDigits = (number: number) => String(number).padStart(8, '0')
  return {
    staffRun: spread(ranges.staff),
    studentRun: spread(ranges.students),
    guardianRun: spread(ranges.guardians),
    ipe: () => withCheckDigit(FIRST_IPE + ipe()),
    ipa: () => withCheckDigit(FIRST_IPA + ipa()),
    passport: (): OfficialNumber => ({ number: `PA${FIRST_PASSPORT + passport()}`, dv: '' }),
    /** Returns a number that begins with 9 0, as no real mobile number does. */
    mobile: () => `+569${eightDigits(ranges.firstMobile + mobile())}`,
    landline: () => `+562${eightDigits(landline())}`,
    email: ranges.email,
  }
}
export type Numbers = ReturnType<typeof createNumbers>

/** Returns `count` unissued RBDs. It skips those with the check digit K, which no published RBD has. */
export function unissuedRbds(count: number): OfficialNumber[] {
  const rbds: OfficialNumber[] = []
  for (let body = FIRST_RBD; rbds.length < count; body += 1) {
    const rbd = withCheckDigit(body)
    if (rbd.dv !== 'K') rbds.push(rbd)
  }
  return rbds
}
