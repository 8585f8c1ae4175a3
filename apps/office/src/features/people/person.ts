import { kinshipText, type Reach } from '@apoderados/contract/office/people'
import type { ParentType } from '@apoderados/contract/profile'
import { IPE_MIN } from '@apoderados/contract/values/rut'

const numberFormat = new Intl.NumberFormat('de-DE')

type Numbered = { rut: string | null; rut_dv: string | null }

/** Returns '12.345.678-5'; empty without a number. */
export const rutText = ({ rut, rut_dv }: Numbered) =>
  rut === null ? '' : `${numberFormat.format(Number(rut))}-${rut_dv}`
/** Returns 'RUN 12.345.678-5' or 'IPE 199.000.001-4'. */
export const namedRutText = (person: Numbered) =>
  person.rut === null ? 'Sin RUN' : `${Number(person.rut) < IPE_MIN ? 'RUN' : 'IPE'} ${rutText(person)}`

/** Returns a kinship as part of a sentence: 'madre', 'abuelo/a', 'madrina'. */
export const kinshipWord = (type: ParentType, other: string | null) =>
  (type === 'other' && other ? other : kinshipText(type, other)).toLocaleLowerCase('es')

export const reachNames: Record<Reach, string> = { phone: 'Celular', mail: 'Correo', nobody: 'Nadie' }

export const fullNameOf = ({ name, last_name }: { name: string; last_name: string }) =>
  `${name} ${last_name}`.trim()

/** Returns '17-05-2014'. */
