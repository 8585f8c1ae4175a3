import type { DemoParent, DemoStudent } from './people.ts'

/** The five accounts that the start prints; each password is `DEMO_PASSWORD`. */
export const DEMO_PASSWORD = 'demo1234'
export const demoAccounts = [
  { email: 'apoderada@example.com', is: 'Carolina Muñoz: tres estudiantes en dos establecimientos' },
  { email: 'apoderado@example.com', is: 'Cristián Sepúlveda: padre de los dos primeros' },
  { email: 'otra.familia@example.com', is: 'Daniela Mamani: otra familia del 5° Básico A' },
  { email: 'nuevo@example.com', is: 'Jean Pierre: debe cambiar su contraseña' },
  { email: 'sin.estudiantes@example.com', is: 'Patricio Vergara: sin estudiantes vinculados' },
] as const

const known = { password_changed: true, account_confirmed: true }

/** `link` is how this parent is related to each of the students they come with. */
type Account = Omit<DemoParent, 'link'>

const carolina: Account = {
  ...known,
  email: 'apoderada@example.com',
  name: 'Carolina',
  last_name: 'Muñoz Araya',
  phone: '+56900009101',
  rut: '41002468',
  rut_dv: '3',
  permission: 'Apoderada titular',
  shares_phone: true,
}
const cristian: Account = {
  ...known,
  email: 'apoderado@example.com',
  name: 'Cristián',
  last_name: 'Sepúlveda Rojas',
  phone: '+56900009102',
  rut: '41113579',
  rut_dv: '9',
  permission: 'Apoderado suplente',
}
const daniela: Account = {
  ...known,
  email: 'otra.familia@example.com',
  name: 'Daniela',
  last_name: 'Mamani Soto',
  phone: '+56900009103',
  rut: '41224680',
  rut_dv: '2',
  permission: 'Apoderada titular',
  shares_phone: true,
  shares_email: true,
}
/** With a passport only: no RUT. */
const jean: Account = {
  email: 'nuevo@example.com',
  name: 'Jean',
  last_name: 'Pierre',
  phone: '+56900009104',
  rut: null,
  rut_dv: null,
  permission: 'Apoderado titular',
  password_changed: false,
}
export const withoutStudents: Account = {
  ...known,
  email: 'sin.estudiantes@example.com',
  name: 'Patricio',
  last_name: 'Vergara Díaz',
  phone: null,
  rut: '42310987',
  rut_dv: '4',
  permission: 'Apoderado titular',
}

const mother = { parent_type: 'mother', financial_proxy: true } as const
const father = { parent_type: 'father', financial_proxy: false } as const

/** By these the school's records know whose states they must show. */
export const namedRuts = { martina: '40100001', tomas: '40100002' } as const

/** The students that the demo accounts see, by course; `year` is the school year. */
export function namedStudents(year: number): Record<'fifth' | 'tenth' | 'first', DemoStudent[]> {
  const separated = [
    { ...carolina, link: mother },
    { ...cristian, link: father },
  ]
  return {
    fifth: [
      {
        name: 'Martina Antonia',
        last_name: 'Sepúlveda',
        second_last_name: 'Muñoz',
        rut: namedRuts.martina,
        rut_dv: '1',
        birthday: `${year - 11}-05-17`,
        gender: 'Femenino',
        hasPhoto: false,
        shares_photo: false,
        parents: separated,
      },
      {
        name: 'Josefa Isabel',
        last_name: 'Quispe',
        second_last_name: 'Mamani',
        rut: '40215347',
        rut_dv: '4',
        birthday: `${year - 11}-09-06`,
        gender: 'Femenino',
        hasPhoto: true,
        shares_photo: true,
        parents: [{ ...daniela, link: { parent_type: 'mother', financial_proxy: true } }],
      },
      {
        name: 'María de los Ángeles Fernanda',
        last_name: 'Covarrubias-Undurraga',
        second_last_name: 'Larraín-Echeñique',
        rut: '40318926',
        rut_dv: 'K',
        birthday: `${year - 11}-02-28`,
        gender: 'Femenino',
        hasPhoto: true,
        shares_photo: true,
        parents: [],
      },
    ],
    tenth: [
      {
        name: 'Tomás Ignacio',
        last_name: 'Sepúlveda',
        second_last_name: 'Muñoz',
        rut: namedRuts.tomas,
        rut_dv: 'K',
        birthday: `${year - 16}-11-30`,
        gender: 'Masculino',
        hasPhoto: true,
        shares_photo: true,
        parents: separated,
      },
      {
        // An IPE: issued to foreign pupils without a RUN.
        name: 'Wideline',
        last_name: 'Pierre',
        second_last_name: null,
        rut: '199000001',
        rut_dv: '4',
        birthday: `${year - 15}-01-09`,
        gender: 'Femenino',
        hasPhoto: true,
        shares_photo: true,
        parents: [{ ...jean, link: { parent_type: 'other', other_type: 'Padrino', financial_proxy: true } }],
      },
      {
        name: 'Benjamín Andrés',
        last_name: "O'Ryan",
        second_last_name: 'Ñancupil',
        rut: '40427815',
        rut_dv: '0',
        birthday: `${year - 16}-07-21`,
        gender: 'Masculino',
        hasPhoto: false,
        shares_photo: false,
        parents: [],
      },
    ],
    first: [
      {
        name: 'Antonia Paz',
        last_name: 'Catrileo',
        second_last_name: 'Muñoz',
        social_name: 'Antú',
        shows_social_name: true,
        rut: '40100007',
        rut_dv: '0',
        birthday: `${year - 7}-06-24`,
        gender: 'No binario',
        hasPhoto: true,
        shares_photo: false,
        parents: [{ ...carolina, link: mother }],
      },
    ],
  }
}
