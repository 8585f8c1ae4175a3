import type { ParentType } from '@apoderados/contract/profile'
import type { Theme } from './session/stored.ts'

// spec §3
export const parentTypeLabels: Record<ParentType, string> = {
  father: 'Padre',
  mother: 'Madre',
  grandpa: 'Abuelo/a',
  brother: 'Hermano/a',
  uncle: 'Tío/a',
  legal: 'Tutor Legal',
  other: 'Otro',
}

export const themeLabels: Record<Theme, string> = { light: 'Claro', dark: 'Oscuro', system: 'Sistema' }

export const yesOrNo = (claim: boolean): 'Sí' | 'No' => (claim ? 'Sí' : 'No')
