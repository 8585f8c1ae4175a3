// Writes the query of the page's address: the selected tab and at most one open detail. A detail has its own history
// entry, so that Back closes it.
import { navigate } from './router.tsx'

const tabs = ['periodo', 'dia'] as const
export type TabName = (typeof tabs)[number]
const details = ['asignatura', 'atraso', 'companero', 'evento', 'observacion'] as const
export type DetailName = (typeof details)[number]
/** All parameter names of the query. `alumno` is the student whom a link is about; `AddressedStudent` removes it. */
export const addressNames: readonly string[] = ['alumno', ...tabs, ...details]
type QueryChange = { [N in TabName | DetailName]?: string | undefined }

const currentQuery = () => new URLSearchParams(location.search)

/** '?dia=2026-03-04'; '' without parameters. */
export function queryOf(parameters: URLSearchParams): string {
  const text = String(parameters)
  return text && `?${text}`
}

/** The address of this page after a change; undefined removes a value. */
function addressWith(change: QueryChange): string {
  const changed = currentQuery()
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return location.pathname + queryOf(changed)
}

export const replaceInAddress = (change: QueryChange) =>
  navigate(addressWith(change), { replace: true, state: history.state })

/** The function to run after `history.back()`; undefined unless the browser is going back. */
let afterBack: (() => void) | undefined

function goBack(next: () => void) {
  const isUnderWay = afterBack !== undefined
  afterBack = next
  if (isUnderWay) return
  const finish = () => {
    const run = afterBack
    afterBack = undefined
    run?.()
  }
  addEventListener('popstate', finish, { once: true })
  history.back()
}

const noDetail: QueryChange = Object.fromEntries(details.map((name) => [name, undefined]))

/** Opens a detail. It replaces an open detail of the same list, so that Back does not reopen the previous one. */
export function openDetail(name: DetailName, value: string) {
  if (afterBack) return goBack(() => openDetail(name, value))
  if (currentQuery().has(name)) return replaceInAddress({ [name]: value })
  history.scrollRestoration = 'manual' // in the entries of list and detail, so that closing does not scroll the list
  navigate(addressWith({ ...noDetail, [name]: value }), { state: { isDetail: true } })
}

/**
 * Removes the open detail from the address, with its history entry unless the visit began at the detail's address. Then
 * calls `next`.
 */
export function closeDetail(next?: () => void) {
  if (afterBack) {
    if (next) afterBack = next
    return
  }
  const isOpen = details.some((name) => currentQuery().has(name))
  if (isOpen && history.state?.isDetail) return goBack(next ?? (() => undefined))
  if (isOpen) replaceInAddress(noDetail)
  next?.()
}

/** Closes the detail if it is still the open one: its dialog may report its closing after another was opened. */
export function closeDetailOf(name: DetailName, value: string | undefined) {
  if (value !== undefined && currentQuery().get(name) === value) closeDetail()
}
