import type { ParentType } from '@apoderados/contract/profile'
import { checkDigit } from '@apoderados/contract/rut'
import type { enrollments, parents, studentParents, students } from '../schema.ts'
import { boys, girls, men, surnames, women } from './names.ts'
import type { Random } from './random.ts'

export type DemoParent = Omit<typeof parents.$inferInsert, 'password_hash'> & {
  link: Pick<typeof studentParents.$inferInsert, 'parent_type' | 'other_type' | 'financial_proxy'>
}
export type DemoStudent = Omit<typeof students.$inferInsert, 'establishment_id'> &
  Pick<typeof enrollments.$inferInsert, 'shares_photo'> & {
    hasPhoto: boolean
    /** None is the first day of classes. */
    enrolled_on?: string
    parents: DemoParent[]
  }

/** Numbers that no person has: RUN 40 to 46 million are unassigned, mobiles do not begin with 9 0. */
export function createNumbers() {
  const counter = (start: number, step: number) => {
    let number = start
    return () => {
      number += step
      return number
    }
  }
  const nextStudent = counter(40_200_000, 1_379)
  const nextParent = counter(41_300_000, 12_347)
  const nextMobile = counter(0, 1)
  const withDigit = (body: number) => ({ rut: String(body), rut_dv: checkDigit(String(body)) })
  return {
    studentRut: () => withDigit(nextStudent()),
    parentRut: () => withDigit(nextParent()),
    mobile: () => `+569${String(nextMobile()).padStart(8, '0')}`,
  }
}
export type Numbers = ReturnType<typeof createNumbers>

const permissions: Partial<Record<ParentType, string>> = {
  mother: 'Apoderada titular',
  father: 'Apoderado titular',
}

export function drawParent(
  random: Random,
  numbers: Numbers,
  parent_type: ParentType,
  last_name: string,
): DemoParent {
  const name = random.pick(parent_type === 'father' || parent_type === 'uncle' ? men : women)
  const phone = numbers.mobile()
  const share = random.below(12)
  return {
    email: `familia.${phone.slice(-4)}@example.com`,
    name,
    last_name,
    phone,
    ...numbers.parentRut(),
    permission: permissions[parent_type] ?? 'Apoderado suplente',
    // About two thirds share both, some one, some none.
    shares_phone: share < 9,
    shares_email: share < 8 || share === 10,
    password_changed: true,
    account_confirmed: true,
    link: { parent_type, financial_proxy: parent_type === 'mother' },
  }
}

function drawFamily(random: Random, numbers: Numbers, paternal: string, maternal: string): DemoParent[] {
  const draw = (type: ParentType, last_name: string) => drawParent(random, numbers, type, last_name)
  const kind = random.below(10)
  if (kind < 6) return [draw('mother', maternal), draw('father', paternal)]
  if (kind < 8) return [draw('mother', maternal)]
  if (kind === 8) return [draw('grandpa', maternal), draw('father', paternal)]
  return [draw('legal', random.pick(surnames))]
}

/** A classmate born around `birthYear`. */
export function drawStudent(random: Random, numbers: Numbers, birthYear: number): DemoStudent {
  const isGirl = random.chance(0.5)
  const names = isGirl ? girls : boys
  const first = random.pick(names)
  const second = random.pick(names.filter((name) => name !== first))
  const last_name = random.pick(surnames)
  const second_last_name = random.pick(surnames.filter((name) => name !== last_name))
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return {
    name: `${first} ${second}`,
    last_name,
    second_last_name,
    ...numbers.studentRut(),
    birthday: `${birthYear}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`,
    gender: isGirl ? 'Femenino' : 'Masculino',
    hasPhoto: random.chance(0.6),
    shares_photo: random.chance(0.8),
    parents: drawFamily(random, numbers, last_name, second_last_name),
  }
}
