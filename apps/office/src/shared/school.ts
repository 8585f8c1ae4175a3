import type { Permission } from '@apoderados/contract/office/roles'
import type { MeResponse } from '@apoderados/contract/office/staffSession'
import { createContext, use } from 'react'

export type School = MeResponse['schools'][number]

export const SchoolContext = createContext<School | null>(null)

/** The school of the page, with what the caller may do there. */
export function useSchool(): School & { may: (permission: Permission) => boolean } {
  const school = use(SchoolContext)
  if (!school) throw new Error('The page is outside of a school')
  return { ...school, may: (permission) => school.permissions.includes(permission) }
}
