// Writes the query of the page's address: the chosen tab and at most one opened detail. A detail has its own history
// entry, so that Back closes it.
import { navigate } from './router.tsx'

const tabs = ['periodo', 'dia'] as const
export type TabName = (typeof tabs)[number]
const details = ['asignatura', 'atraso', 'companero', 'evento', 'observacion'] as const
export type DetailName = (typeof details)[number]
/** With `alumno`, the student whom a notification or a link is about; `AddressedStudent` removes it. */
export const addressNames: readonly string[] = ['alumno', ...tabs, ...details]
type Change = { [N in TabName | DetailName]?: string | undefined }

const query = () => new URLSearchParams(location.search)

/** The address of this page after a change; undefined removes a value. */
function addressWith(change: Change): string {
  const changed = query()
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  const text = String(changed)
  return location.pathname + (text && `?${text}`)
}

export const replaceInAddress = (change: Change) =>
  navigate(addressWith(change), { replace: true, state: history.state })

/** Runs after `history.back()`; undefined unless the browser is going back. */
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

const noDetail: Change = Object.fromEntries(details.map((name) => [name, undefined]))

/** A detail opened beside another one replaces it, so that Back closes it and does not reopen the first. */
export function openDetail(name: DetailName, value: string) {
  if (afterBack) return goBack(() => openDetail(name, value))
  if (query().has(name)) return replaceInAddress({ [name]: value })
  history.scrollRestoration = 'manual' // for both entries, so that closing the detail does not scroll the list
  navigate(addressWith({ ...noDetail, [name]: value }), { state: { isDetail: true } })
}

/** Removes the opened detail, with its entry unless the visit began there. Then calls `next`. */
export function closeDetail(next?: () => void) {
  if (afterBack) {
    if (next) afterBack = next
    return
  }
  const isOpen = details.some((name) => query().has(name))
  if (isOpen && history.state?.isDetail) return goBack(next ?? (() => undefined))
  if (isOpen) replaceInAddress(noDetail)
  next?.()
}

/** Closes this detail only: its dialog may report its closing after the next detail was opened. */
export function closeDetailOf(name: DetailName, value: string | undefined) {
  if (value !== undefined && query().get(name) === value) closeDetail()
}
