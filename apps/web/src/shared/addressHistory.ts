// Writes the address's query: the selected tab and at most one open detail, whose own history entry lets Back close it.
import { navigate } from './router.tsx'

const tabNames = ['periodo', 'dia'] as const
export type TabName = (typeof tabNames)[number]
const detailNames = ['asignatura', 'atraso', 'companero', 'evento', 'observacion'] as const
export type DetailName = (typeof detailNames)[number]
/** The parameter names of a query. `alumno` is the student whom a link is about; `AddressedStudent` removes it. */
export const addressParameterNames: readonly string[] = ['alumno', ...tabNames, ...detailNames]
type QueryChange = { [N in TabName | DetailName]?: string | undefined }

const currentQuery = () => new URLSearchParams(location.search)

/** Returns the query with its `?`, such as '?dia=2026-03-04', or '' without parameters. */
export function queryOf(parameters: URLSearchParams): string {
  const text = String(parameters)
  return text && `?${text}`
}

/** Returns the address of this page with the change applied; the value undefined removes a parameter. */
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

/** Goes back in the history and then calls `next`. During an earlier call's wait, `next` only replaces its function. */
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

/** The change that removes the parameters of all details. */
const closedDetails: QueryChange = Object.fromEntries(detailNames.map((name) => [name, undefined]))

/** Opens a detail. It replaces an open detail of the same list, so that Back does not reopen the previous one. */
export function openDetail(name: DetailName, value: string) {
  if (afterBack) return goBack(() => openDetail(name, value))
  if (currentQuery().has(name)) return replaceInAddress({ [name]: value })
  history.scrollRestoration = 'manual' // in the entries of list and detail, so that closing does not scroll the list
  navigate(addressWith({ ...closedDetails, [name]: value }), { state: { isDetail: true } })
}

/** Removes an open detail from the address, and its history entry unless the visit began with it; then calls `next`. */
export function closeDetail(next?: () => void) {
  if (afterBack) {
    if (next) afterBack = next
    return
  }
  const isOpen = detailNames.some((name) => currentQuery().has(name))
  if (isOpen && history.state?.isDetail) return goBack(next ?? (() => undefined))
  if (isOpen) replaceInAddress(closedDetails)
  next?.()
}

/** Closes the detail if it is still open: its dialog may report its closing after another detail was opened. */
export function closeDetailIfOpen(name: DetailName, value: string | undefined) {
  if (value !== undefined && currentQuery().get(name) === value) closeDetail()
}
