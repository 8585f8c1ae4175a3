import type { Profile, Student } from '@apoderados/contract/profile'
import type { ReactNode } from 'react'

export type Page = (props: object) => ReactNode
export type DataPage = (props: { student: Student }) => ReactNode
export type FramePage = (props: { profile: Profile; route: AppRoute }) => ReactNode

/** What stands at a path; `load` fetches the code of a page that has its own chunk. */
export type Route = { load?: () => Promise<unknown> } & (
  | { kind: 'public'; Page: Page }
  /** Shows one student, under the student bar. */
  | { kind: 'data'; title: string; Page: DataPage }
  | { kind: 'plain'; Page: Page }
)
export type AppRoute = Exclude<Route, { kind: 'public' }>
