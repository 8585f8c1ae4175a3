import type { Student } from '@apoderados/contract/profile'
import type { ComponentType, ReactNode } from 'react'

export type FramePage = (props: { route: AppRoute }) => ReactNode

/** A page whose code may be in a chunk of its own, which `load` fetches; `fallback` is shown until then. */
type LazyPage<P> = ComponentType<P & { fallback?: ReactNode }> & { load?: () => Promise<unknown> }

export type Route =
  /** A page without a session. */
  | { kind: 'public'; Page: LazyPage<object> }
  /** Shows one student, under the student bar. */
  | { kind: 'data'; title: string; Page: LazyPage<{ student: Student }> }
  /** A page of a signed-in parent that shows no student's data. */
  | { kind: 'plain'; title?: undefined; Page: LazyPage<object> }
export type AppRoute = Exclude<Route, { kind: 'public' }>
