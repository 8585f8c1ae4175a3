import type { Profile, Student } from '@apoderados/contract/profile'
import type { ComponentType, ReactNode } from 'react'

/** A page. `prefetch` requests its data before the page is rendered, and resolves when the page should be rendered. */
export type PageComponent<P> = ((props: P) => ReactNode) & {
  prefetch?: (student_id: number) => Promise<unknown>
}
export type Page = PageComponent<object>
export type DataPage = PageComponent<{ student: Student }>
export type FramePage = (props: { profile: Profile; route: AppRoute }) => ReactNode

/** A page whose code may be in a chunk of its own, which `load` fetches; `fallback` is shown until then. */
type LazyPage<P> = ComponentType<P & { fallback?: ReactNode }> & { load?: () => Promise<PageComponent<P>> }

export type Route =
  /** A page without a session. */
  | { kind: 'public'; Page: LazyPage<object> }
  /** Shows one student, under the student bar. `next` is the page that a parent most likely opens next. */
  | { kind: 'data'; title: string; Page: LazyPage<{ student: Student }>; next?: AppRoute | undefined }
  /** A page of a signed-in parent that shows no student's data. */
  | { kind: 'plain'; title?: undefined; Page: LazyPage<object>; next?: undefined }
export type AppRoute = Exclude<Route, { kind: 'public' }>
