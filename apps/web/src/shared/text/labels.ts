import type { ParentType } from '@apoderados/contract/profile'
import type { Theme } from '../session/stored.ts'

// The labels are from spec §3.
export const parentTypeLabels: Record<ParentType, string> = {
  father: 'Padre',
  mother: 'Madre',
  grandpa: 'Abuelo/a',
  brother: 'Hermano/a',
  uncle: 'Tío/a',
  legal: 'Tutor Legal',
  other: 'Otro',
}

/** The label of a known value; an unknown value of a newer server is shown unchanged. */
export const labelOf = <V extends string>(labels: Record<V, string>, value: string): string =>
  Object.hasOwn(labels, value) ? labels[value as V] : value

export const themeLabels: Record<Theme, string> = { light: 'Claro', dark: 'Oscuro', system: 'Sistema' }

export const yesOrNo = (claim: boolean): 'Sí' | 'No' => (claim ? 'Sí' : 'No')
