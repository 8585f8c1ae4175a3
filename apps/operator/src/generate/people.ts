import { men, surnames, women } from '@apoderados/server/db/demo/names'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Numbered, Numbers } from './numbers.ts'

export type Guardian = Numbered & {
  document: 'RUN' | 'IPA' | 'pasaporte'
  name: string
  last_name: string
  email: string
  phone: string
  shares_phone: boolean
  shares_email: boolean
}

export type Link = {
  guardian: Guardian
  kinship: string
  other: string | null
  role: 'titular' | 'suplente' | 'otro'
  isFinancial: boolean
  /** Why access is closed; null leaves it open. */
  noAccessReason: string | null
}

/** What brothers and sisters have in common. */
export type Household = {
  surnames: [paternal: string, maternal: string]
  address: string
  comuna: readonly [name: string, code: number]
  links: Link[]
}

export const comunas = [
  ['La Florida', 13110],
  ['Maipú', 13119],
  ['Puente Alto', 13201],
  ['Ñuñoa', 13120],
  ['San Bernardo', 13401],
] as const

const streets = [
  'Pasaje Los Copihues',
  'Av. Los Aromos',
  'Calle Arturo Prat',
  'Pasaje El Boldo',
  'Av. Las Parcelas',
]
/** Beside the demo's: with an apostrophe, of two words, very long. */
const rareSurnames = ["O'Ryan", 'De la Fuente', 'Pierre', 'Joseph', 'Fernández de la Reguera Echeverría']

const drawSurname = (random: Random) =>
  random.chance(0.03) ? random.pick(rareSurnames) : random.pick(surnames)

export const drawAddress = (random: Random) => `${random.pick(streets)} ${100 + random.below(4900)}`

const inAscii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

type Kin = { kinship: string; other?: string; isMan?: boolean }
const closeKin: readonly Kin[] = [{ kinship: 'madre' }, { kinship: 'padre', isMan: true }]
const furtherKin: readonly Kin[] = [
  { kinship: 'abuela' },
  { kinship: 'abuelo', isMan: true },
  { kinship: 'hermana' },
  { kinship: 'tío', isMan: true },
  { kinship: 'tía' },
  { kinship: 'tutor legal', isMan: true },
  { kinship: 'otro', other: 'Madrina' },
]

/** 1.6 a household on average. */
function drawKin(random: Random): readonly Kin[] {
  const [mother, father] = closeKin as [Kin, Kin]
  const kind = random.below(100)
  if (kind < 50) return [mother, father]
  if (kind < 80) return [random.chance(0.8) ? mother : father]
  if (kind < 92) return [mother, random.pick(furtherKin)]
  return [random.pick(furtherKin)]
}

function drawDocument(random: Random, numbers: Numbers): Numbered & Pick<Guardian, 'document'> {
  const kind = random.below(100)
  if (kind < 2) return { document: 'IPA', ...numbers.ipa() }
  if (kind < 4) return { document: 'pasaporte', ...numbers.passport() }
  return { document: 'RUN', ...numbers.guardianRun() }
}

function drawGuardian(random: Random, numbers: Numbers, { isMan = false }: Kin, last_name: string): Guardian {
  const name = random.pick(isMan ? men : women)
  const phone = numbers.mobile()
  // No two guardians have the same mobile.
  const email = `${inAscii(name)}.${inAscii(last_name)}.${phone.slice(-8).replace(' ', '')}@example.com`
  const share = random.below(12)
  return {
    ...drawDocument(random, numbers),
    name,
    last_name,
    email,
    phone,
    shares_phone: share < 9,
    shares_email: share < 8 || share === 10,
  }
}

export function drawHousehold(random: Random, numbers: Numbers): Household {
  const [paternal, maternal] = [drawSurname(random), drawSurname(random)]
  const areApart = random.chance(0.1)
  const isClosed = random.chance(0.003)
  const links = drawKin(random).map((kin, index): Link => {
    const isOwn = kin.kinship === 'padre' || kin.kinship === 'abuelo'
    const surname = `${isOwn ? paternal : maternal} ${drawSurname(random)}`
    const guardian = drawGuardian(random, numbers, kin, surname)
    return {
      guardian: areApart ? { ...guardian, shares_phone: false, shares_email: false } : guardian,
      kinship: kin.kinship,
      other: kin.other ?? null,
      role: index === 0 ? 'titular' : 'suplente',
      isFinancial: index === 0,
      noAccessReason: isClosed && index === 1 ? 'Resolución del Tribunal de Familia' : null,
    }
  })
  return { surnames: [paternal, maternal], address: drawAddress(random), comuna: random.pick(comunas), links }
}
