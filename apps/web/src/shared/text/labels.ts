import type { ParentType } from '@apoderados/contract/profile'
import type { Theme } from '../session/stored.ts'

/** The Spanish labels of spec §3. */
export const parentTypeLabels: Record<ParentType, string> = {
  father: 'Padre',
  mother: 'Madre',
  grandpa: 'Abuelo/a',
  brother: 'Hermano/a',
  uncle: 'Tío/a',
  legal: 'Tutor Legal',
  other: 'Otro',
}

/** Returns the label of a value; a value without one, as of a newer server, is returned unchanged. */
export const labelOf = <V extends string>(labels: Record<V, string>, value: string): string =>
  Object.hasOwn(labels, value) ? labels[value as V] : value

export const themeLabels: Record<Theme, string> = { light: 'Claro', dark: 'Oscuro', system: 'Sistema' }

export const yesOrNo = (claim: boolean): 'Sí' | 'No' => (claim ? 'Sí' : 'No')
