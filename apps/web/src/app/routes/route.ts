import type { Profile, Student } from '@apoderados/contract/profile'
import type { ReactNode } from 'react'

/** `prefetch` requests the page's data before it is rendered, and resolves once the copies that this device keeps are loaded. */
export type PageComponent<P> = ((props: P) => ReactNode) & {
  prefetch?: (student_id: number) => Promise<void>
}
export type Page = PageComponent<object>
export type DataPage = PageComponent<{ student: Student }>
export type FramePage = (props: { profile: Profile; route: AppRoute }) => ReactNode

/** The page of a path; `load` fetches the code of a page with a chunk of its own. */
export type Route = { load?: () => Promise<{ default: PageComponent<never> }> } & (
  | { kind: 'public'; Page: Page }
  /** Shows one student, under the student bar. `next` is the page that a parent most likely opens next. */
  | { kind: 'data'; title: string; Page: DataPage; next?: AppRoute | undefined }
  | { kind: 'plain'; title?: undefined; Page: Page; next?: undefined }
)
export type AppRoute = Exclude<Route, { kind: 'public' }>
