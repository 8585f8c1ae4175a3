import { comunas, type Guardian, type Household, type Link } from '../people/households.ts'
import { withCheckDigit } from '../people/numbers.ts'
import type { Pupil } from '../people/pupils.ts'
import { martinaRecords, tomasRecords } from './prescribed.ts'

/** The password of all accounts of the demo: those of `demoAccounts` and those of the randomly drawn guardians. */
export const DEMO_PASSWORD = 'demo1234'
export const demoAccounts = [
  { email: 'apoderada@example.com', is: 'Carolina Muñoz: tres estudiantes en dos establecimientos' },
  { email: 'apoderado@example.com', is: 'Cristián Sepúlveda: padre de los dos primeros' },
  { email: 'otra.familia@example.com', is: 'Daniela Mamani: otra familia del 5° Básico A' },
  { email: 'nuevo@example.com', is: 'Jean Pierre: debe cambiar su contraseña' },
  { email: 'sin.estudiantes@example.com', is: 'Patricio Vergara: sin estudiantes vinculados' },
] as const

const runDocument = (body: number) => ({ kind: 'RUN', ...withCheckDigit(body) }) as const
const hiddenContacts = { shares_phone: false, shares_email: false }

const carolina: Guardian = {
  document: runDocument(41_002_468),
  email: 'apoderada@example.com',
  name: 'Carolina',
  last_name: 'Muñoz Araya',
  phone: '+56900009101',
  permission: 'Apoderada titular',
  shares_phone: true,
  shares_email: false,
}
const cristian: Guardian = {
  document: runDocument(41_113_579),
  email: 'apoderado@example.com',
  name: 'Cristián',
  last_name: 'Sepúlveda Rojas',
  phone: '+56900009102',
  permission: 'Apoderado suplente',
  ...hiddenContacts,
}
const daniela: Guardian = {
  document: runDocument(41_224_680),
  email: 'otra.familia@example.com',
  name: 'Daniela',
  last_name: 'Mamani Soto',
  phone: '+56900009103',
  permission: 'Apoderada titular',
  shares_phone: true,
  shares_email: true,
}
/** The demo's guardian without a document, who has not yet changed the first password. */
const jean: Guardian = {
  document: null,
  email: 'nuevo@example.com',
  name: 'Jean',
  last_name: 'Pierre',
  phone: '+56900009104',
  permission: 'Apoderado titular',
  ...hiddenContacts,
  isNew: true,
}
export const guardianWithoutStudents: Guardian = {
  document: runDocument(42_310_987),
  email: 'sin.estudiantes@example.com',
  name: 'Patricio',
  last_name: 'Vergara Díaz',
  phone: null,
  permission: 'Apoderado titular',
  ...hiddenContacts,
}

/** Returns a link with open access. The main guardian (`titular`) is also the one who pays the school. */
const createLink = (
  guardian: Guardian,
  kin: Pick<Link, 'parent_type' | 'kinship'>,
  isTitular: boolean,
): Link => ({
  ...kin,
  guardian,
  isTitular,
  financial_proxy: isTitular,
  other_type: null,
  no_access_reason: null,
})
const motherLink = (guardian: Guardian) =>
  createLink(guardian, { parent_type: 'mother', kinship: 'madre' }, true)
const fatherLink = (guardian: Guardian) =>
  createLink(guardian, { parent_type: 'father', kinship: 'padre' }, false)
const godfatherLink = (guardian: Guardian) => ({
  ...createLink(guardian, { parent_type: 'other', kinship: 'otro' }, true),
  other_type: 'Padrino',
})

const createHousehold = (links: Link[]): Household => ({
  surnames: ['', ''],
  address: 'Av. Los Aromos 2150',
  comuna: comunas[0] as Household['comuna'],
  links,
})

/** Returns a pupil. Unless `details` contains `enrolled_on`, `demoSchools` adds the first day of classes. */
const createPupil = (
  body: number,
  [name, last_name, second_last_name]: [string, string, string | null],
  gender: Pupil['gender'],
  birthday: string,
  { links = [], ...details }: Partial<Pupil> & { links?: Link[] } = {},
) => ({
  name,
  last_name,
  second_last_name,
  gender,
  birthday,
  run: withCheckDigit(body),
  household: createHousehold(links),
  social_name: null,
  shows_social_name: false,
  hasPhoto: true,
  shares_photo: true,
  withdrawn_on: null,
  electives: [],
  ...details,
})
type FixedPupil = ReturnType<typeof createPupil>

/**
 * Returns the demo's pupils who are not drawn at random, by course: the children of the demo accounts, and pupils whose
 * names are hard to show. `year` is the school year.
 */
export function fixedPupils(year: number): Record<'fifth' | 'tenth' | 'first', FixedPupil[]> {
  const separated = [motherLink(carolina), fatherLink(cristian)]
  const hidden = { hasPhoto: false, shares_photo: false }
  return {
    fifth: [
      createPupil(40_100_001, ['Martina Antonia', 'Sepúlveda', 'Muñoz'], 'Femenino', `${year - 11}-05-17`, {
        ...hidden,
        links: separated,
        prescribed: martinaRecords,
      }),
      createPupil(40_215_347, ['Josefa Isabel', 'Quispe', 'Mamani'], 'Femenino', `${year - 11}-09-06`, {
        links: [motherLink(daniela)],
      }),
      createPupil(
        40_318_926,
        ['María de los Ángeles Fernanda', 'Covarrubias-Undurraga', 'Larraín-Echeñique'],
        'Femenino',
        `${year - 11}-02-28`,
      ),
    ],
    tenth: [
      createPupil(40_100_002, ['Tomás Ignacio', 'Sepúlveda', 'Muñoz'], 'Masculino', `${year - 16}-11-30`, {
        links: separated,
        prescribed: tomasRecords,
      }),
      // The number is an IPE, which foreign pupils without a RUN get.
      createPupil(199_000_001, ['Wideline', 'Pierre', null], 'Femenino', `${year - 15}-01-09`, {
        links: [godfatherLink(jean)],
      }),
      createPupil(
        40_427_815,
        ['Benjamín Andrés', "O'Ryan", 'Ñancupil'],
        'Masculino',
        `${year - 16}-07-21`,
        hidden,
      ),
    ],
    first: [
      createPupil(40_100_007, ['Antonia Paz', 'Catrileo', 'Muñoz'], 'No binario', `${year - 7}-06-24`, {
        links: [motherLink(carolina)],
        social_name: 'Antú',
        shows_social_name: true,
        shares_photo: false,
      }),
    ],
  }
}
