import type { ParentType } from '@apoderados/contract/profile'
import type { Random } from '../random.ts'
import { manNames, surnames, womanNames } from '../text/names.ts'
import type { Numbers, OfficialNumber } from './numbers.ts'

export type IdDocument = OfficialNumber & { kind: 'RUN' | 'IPA' | 'pasaporte' }

export type Guardian = {
  document: IdDocument | null
  name: string
  last_name: string
  email: string
  /** The mobile number in E.164 form: '+56900000001'; null if it is unknown. */
  phone: string | null
  shares_phone: boolean
  shares_email: boolean
  /** The kind of guardian that the app shows: 'Apoderada titular'. */
  permission: string
  /** True if the guardian has not yet chosen a password and confirmed the account. */
  isNew?: boolean
}

/** The relation between a guardian and the children of a household. */
export type Link = {
  guardian: Guardian
  parent_type: ParentType
  /** The Spanish word for the relation in lower case, as schools write it: 'abuela'. */
  kinship: string
  other_type: string | null
  isTitular: boolean
  financial_proxy: boolean
  /** The reason of the blocked access; null if the access is open. */
  no_access_reason: string | null
}

/** The data that brothers and sisters share. */
export type Household = {
  surnames: readonly [paternal: string, maternal: string]
  address: string
  comuna: Comuna
  links: Link[]
}

type Comuna = readonly [name: string, code: number]
export const comunas: readonly Comuna[] = [
  ['La Florida', 13110],
  ['Maipú', 13119],
  ['Puente Alto', 13201],
  ['Ñuñoa', 13120],
  ['San Bernardo', 13401],
]

const streets = [
  'Pasaje Los Copihues',
  'Av. Los Aromos',
  'Calle Arturo Prat',
  'Pasaje El Boldo',
  'Av. Las Parcelas',
]
/** Surnames that are rare in Chile or hard to show: with an apostrophe, of several words, or very long. */
const rareSurnames = ["O'Ryan", 'De la Fuente', 'Pierre', 'Joseph', 'Fernández de la Reguera Echeverría']

const drawSurname = (random: Random) =>
  random.chance(0.03) ? random.pick(rareSurnames) : random.pick(surnames)

export const drawAddress = (random: Random) => `${random.pick(streets)} ${100 + random.below(4900)}`

type Kin = Pick<Link, 'parent_type' | 'kinship'> & { other_type?: string; isMan?: boolean }
const mother: Kin = { parent_type: 'mother', kinship: 'madre' }
const father: Kin = { parent_type: 'father', kinship: 'padre', isMan: true }
const furtherKin: readonly Kin[] = [
  { parent_type: 'grandpa', kinship: 'abuela' },
  { parent_type: 'grandpa', kinship: 'abuelo', isMan: true },
  { parent_type: 'brother', kinship: 'hermana' },
  { parent_type: 'uncle', kinship: 'tío', isMan: true },
  { parent_type: 'uncle', kinship: 'tía' },
  { parent_type: 'legal', kinship: 'tutor legal', isMan: true },
  { parent_type: 'other', kinship: 'otro', other_type: 'Madrina' },
]

/** Draws which guardians a household has: on average 1.6. */
function drawKin(random: Random): readonly Kin[] {
  const kind = random.below(100)
  if (kind < 50) return [mother, father]
  if (kind < 80) return [random.chance(0.8) ? mother : father]
  if (kind < 92) return [mother, random.pick(furtherKin)]
  return [random.pick(furtherKin)]
}

function drawIdDocument(random: Random, numbers: Numbers): IdDocument {
  const kind = random.below(100)
  if (kind < 2) return { kind: 'IPA', ...numbers.ipa() }
  if (kind < 4) return { kind: 'pasaporte', ...numbers.passport() }
  return { kind: 'RUN', ...numbers.guardianRun() }
}

function drawGuardian(
  random: Random,
  numbers: Numbers,
  { isMan = false }: Kin,
  last_name: string,
  isTitular: boolean,
): Guardian {
  const name = random.pick(isMan ? manNames : womanNames)
  const phone = numbers.mobile()
  // Of twelve guardians, nine share both phone and e-mail, one shares only the phone, one only the e-mail, one neither.
  const share = random.below(12)
  return {
    document: drawIdDocument(random, numbers),
    name,
    last_name,
    email: numbers.email(name, last_name, phone),
    phone,
    permission: `${isMan ? 'Apoderado' : 'Apoderada'} ${isTitular ? 'titular' : 'suplente'}`,
    shares_phone: share < 10,
    shares_email: share < 9 || share === 10,
  }
}

export function drawHousehold(random: Random, numbers: Numbers): Household {
  const [paternal, maternal] = [drawSurname(random), drawSurname(random)]
  const areApart = random.chance(0.1)
  const isClosed = random.chance(0.003)
  const links = drawKin(random).map(({ isMan, other_type = null, ...kin }, index): Link => {
    const isOwn = kin.kinship === 'padre' || kin.kinship === 'abuelo'
    const surname = `${isOwn ? paternal : maternal} ${drawSurname(random)}`
    const guardian = drawGuardian(random, numbers, { isMan, ...kin }, surname, index === 0)
    return {
      ...kin,
      guardian: areApart ? { ...guardian, shares_phone: false, shares_email: false } : guardian,
      other_type,
      isTitular: index === 0,
      financial_proxy: index === 0,
      no_access_reason: isClosed && index === 1 ? 'Resolución del Tribunal de Familia' : null,
    }
  })
  return { surnames: [paternal, maternal], address: drawAddress(random), comuna: random.pick(comunas), links }
}
