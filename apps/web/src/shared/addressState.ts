import { useEffect, useEffectEvent } from 'react'
import {
  closeDetail,
  closeDetailIfOpen,
  type DetailName,
  openDetail,
  replaceInAddress,
  type TabName,
} from './addressHistory.ts'
import { type Item, keyOf } from './itemKey.ts'
import { useSearch } from './router.tsx'

const useAddressValue = (name: TabName | DetailName) =>
  new URLSearchParams(useSearch()).get(name) ?? undefined

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
export function useAddressTab(
  name: TabName,
  canonical: (value: string) => string | undefined,
  isSettled = true,
): [tab: string | undefined, choose: (value: string | undefined) => void] {
  const value = useAddressValue(name)
  const tab = value === undefined ? undefined : canonical(value)
  const isDue = tab !== value && (tab !== undefined || isSettled)
  useCorrection(isDue, () => replaceInAddress({ [name]: tab }), value)
  return [tab, (chosen) => closeDetail(() => replaceInAddress({ [name]: chosen }))]
}

/** Returns the open detail's value in the address, and the functions that open it, as a history entry, and close it. */
export function useAddressDetail(
  name: DetailName,
): [value: string | undefined, open: (value: string) => void, close: () => void] {
  const value = useAddressValue(name)
  return [value, (next) => openDetail(name, next), () => closeDetailIfOpen(name, value)]
}

/** Whether a query's data is the server's current answer and not an older one. */
export const isSettled = ({ isSuccess, isFetching }: { isSuccess: boolean; isFetching: boolean }): boolean =>
  isSuccess && !isFetching

/**
 * Returns the item of a list whose id is in the address, and the functions that open and close a detail. An id that is
 * not in the list opens nothing, and is removed from the address once the list is settled.
 */
export function useOpenItem<T extends Item>(name: DetailName, items: readonly T[], isListSettled: boolean) {
  const [value, open, close] = useAddressDetail(name)
  const item = items.find((each) => String(keyOf(each)) === value)
  useCorrection(isListSettled && value !== undefined && !item, close, value)
  return { item, open: (id: number) => open(String(id)), close }
}
