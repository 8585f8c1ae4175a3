import { checkDigit } from '@apoderados/contract/rut'

/** RUNs of 43.4 to 46.99 million belong to nobody, nor to anyone of the demo school. */
const staffRuns = { first: 43_400_000, size: 100_000, step: 38_153 }
const guardianRuns = { first: 43_500_000, size: 1_500_000, step: 611_953 }
const studentRuns = { first: 45_000_000, size: 1_990_000, step: 730_003 }
const FIRST_IPE = 198_000_000
const FIRST_IPA = 197_000_000
const FIRST_PASSPORT = 1_000_000
/** Of each kind of foreigner's number. */
const FEW = 900_000
const MOBILES = 10_000_000
/** The official ones end near 42,000. */
const FIRST_RBD = 90_100

/** What the ranges above hold, with a part kept for the newcomers of a changed set. */
export const STUDENTS_MAX = 900_000
export const SCHOOLS_MAX = 2_000

export type Numbered = { number: string; dv: string }

const withDigit = (body: number): Numbered => ({ number: String(body), dv: checkDigit(String(body)) })

/** A counter for one kind of number, from 0 or, for newcomers, from the other end. */
type Count = (size: number) => number
const upwards = (): Count => {
  let next = 0
  return () => next++
}
const downwards = (): Count => {
  let taken = 0
  return (size) => size - ++taken
}

/**
 * Numbers that no person and no school has, each given once. `step` has no factor in common with `size`: every
 * index below it gets a number of its own, in no visible order. Newcomers have their own, so that they move nobody's.
 */
export function createNumbers({ areForNewcomers = false } = {}) {
  const counter = areForNewcomers ? downwards : upwards
  const spread = ({ first, size, step }: typeof staffRuns) => {
    const count = counter()
    return (): Numbered => withDigit(first + ((count(size) * step) % size))
  }
  const row = (size: number) => {
    const count = counter()
    return () => count(size)
  }
  const [ipe, ipa, passport, mobile, landline] = [row(FEW), row(FEW), row(FEW), row(MOBILES), row(FEW)]
  const inTwo = (number: number) => String(number).padStart(7, '0').replace(/^.../, '$& ')
  return {
    staffRun: spread(staffRuns),
    studentRun: spread(studentRuns),
    guardianRun: spread(guardianRuns),
    ipe: () => withDigit(FIRST_IPE + ipe()),
    ipa: () => withDigit(FIRST_IPA + ipa()),
    passport: (): Numbered => ({ number: `PA${FIRST_PASSPORT + passport()}`, dv: '' }),
    /** Real ones do not begin with 9 0. */
    mobile: () => `+56 9 0${inTwo(mobile())}`,
    landline: () => `+56 2 0${inTwo(landline())}`,
  }
}
export type Numbers = ReturnType<typeof createNumbers>

/** The first `count` unissued RBDs; none ends with K, as no published one does. */
export function unissuedRbds(count: number): Numbered[] {
  const rbds: Numbered[] = []
  for (let body = FIRST_RBD; rbds.length < count; body += 1) {
    const rbd = withDigit(body)
    if (rbd.dv !== 'K') rbds.push(rbd)
  }
  return rbds
}
