// Reads and writes the address's query: the selected tab, and at most one open detail, whose own history entry lets Back
// close it.
import { useEffect, useEffectEvent } from 'react'
import { goBack, isGoingBack } from './dialogEntry.ts'
import { type Item, itemId } from './itemId.ts'
import { navigate, useSearch } from './router.tsx'

const tabNames = ['periodo', 'dia'] as const
type TabName = (typeof tabNames)[number]
const detailNames = [
  'asignatura',
  'atraso',
  'companero',
  'comunicado',
  'evento',
  'inasistencia',
  'observacion',
] as const
type DetailName = (typeof detailNames)[number]
/** The parameter names of a query. `alumno` is the student whom a link is about; `AddressedStudent` removes it. */
export const searchParamNames: readonly string[] = ['alumno', ...tabNames, ...detailNames]
type QueryChange = { [N in TabName | DetailName]?: string | undefined }

const currentQuery = () => new URLSearchParams(location.search)

/** Returns the query with its `?`, such as '?dia=2026-03-04', or '' without parameters. */
export function queryOf(parameters: URLSearchParams): string {
  const text = String(parameters)
  return text && `?${text}`
}

/** Returns the address of this page with the change applied; the value undefined removes a parameter. */
function addressWithParams(change: QueryChange): string {
  const changed = currentQuery()
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return location.pathname + queryOf(changed)
}

const replaceSearchParams = (change: QueryChange) =>
  navigate(addressWithParams(change), { replace: true, state: history.state })

/** The change that removes the parameters of all details. */
const closedDetails: QueryChange = Object.fromEntries(detailNames.map((name) => [name, undefined]))

/** Opens a detail. It replaces an open detail of the same list, so that Back does not reopen the previous one. */
function openDetail(name: DetailName, value: string) {
  if (isGoingBack()) return goBack(() => openDetail(name, value))
  if (currentQuery().has(name)) return replaceSearchParams({ [name]: value })
  history.scrollRestoration = 'manual' // in the entries of list and detail, so that closing does not scroll the list
  navigate(addressWithParams({ ...closedDetails, [name]: value }), { state: { isDetail: true } })
}

/** Removes an open detail from the address, and its history entry unless the visit began with it; then calls `next`. */
export function closeDetail(next?: () => void) {
  if (isGoingBack()) {
    if (next) goBack(next)
    return
  }
  const isOpen = detailNames.some((name) => currentQuery().has(name))
  if (isOpen && history.state?.isDetail) return goBack(next)
  if (isOpen) replaceSearchParams(closedDetails)
  next?.()
}

/** Closes the detail if it is still open: its dialog may report its closing after another detail was opened. */
function closeDetailIfOpen(name: DetailName, value: string | undefined) {
  if (value !== undefined && currentQuery().get(name) === value) closeDetail()
}

const useSearchParam = (name: TabName | DetailName) => new URLSearchParams(useSearch()).get(name) ?? undefined

/** Calls `correct` when `isDue` becomes true, and again when `value` changes while it is true. */
function useCorrection(isDue: boolean, correct: () => void, value: string | undefined) {
  const run = useEffectEvent(correct)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another wrong `value` must run it again
  useEffect(() => {
    if (isDue) run()
  }, [isDue, value])
}

/**
 * Returns the selected tab in the address, and the function that selects a tab, which replaces the history entry and
 * closes an open detail. `canonical` returns the page's spelling of a value, or undefined for an unknown one, which is
 * removed from the address once `isSettled`.
 */
export function useTabParam(
  name: TabName,
  canonical: (value: string) => string | undefined,
  isSettled = true,
): [tab: string | undefined, choose: (value: string | undefined) => void] {
  const value = useSearchParam(name)
  const tab = value === undefined ? undefined : canonical(value)
  const isDue = tab !== value && (tab !== undefined || isSettled)
  useCorrection(isDue, () => replaceSearchParams({ [name]: tab }), value)
  return [tab, (chosen) => closeDetail(() => replaceSearchParams({ [name]: chosen }))]
}

/** Returns the open detail's value in the address, and the functions that open it, as a history entry, and close it. */
export function useDetailParam(
  name: DetailName,
): [value: string | undefined, open: (value: string) => void, close: () => void] {
  const value = useSearchParam(name)
  return [value, (next) => openDetail(name, next), () => closeDetailIfOpen(name, value)]
}

/** Whether a query's data is the server's current response and not an older one. */
export const isSettled = ({ isSuccess, isFetching }: { isSuccess: boolean; isFetching: boolean }): boolean =>
  isSuccess && !isFetching

/**
 * Returns the item of a list whose id is in the address, and the functions that open and close a detail. An id that is
 * not in the list opens nothing, and is removed from the address once the list is settled.
 */
export function useOpenItem<T extends Item>(name: DetailName, items: readonly T[], isListSettled: boolean) {
  const [value, open, close] = useDetailParam(name)
  const item = items.find((each) => String(itemId(each)) === value)
  useCorrection(isListSettled && value !== undefined && !item, close, value)
  return { item, open: (id: number) => open(String(id)), close }
}
