import { useEffect, useEffectEvent } from 'react'
import {
  closeDetail,
  closeDetailOf,
  type DetailName,
  openDetail,
  replaceInAddress,
  type TabName,
} from './addressHistory.ts'
import { type Item, keyOf } from './itemKey.ts'
import { useSearch } from './router.tsx'

const useValue = (name: TabName | DetailName) => new URLSearchParams(useSearch()).get(name) ?? undefined

/** Corrects the address once `target` is not what it has under the name. */
function useCorrection(isDue: boolean, correct: () => void, value: string | undefined) {
  const run = useEffectEvent(correct)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another wrong value is corrected too
  useEffect(() => {
    if (isDue) run()
  }, [isDue, value])
}

/**
 * The chosen tab, as the address has it; choosing one replaces the entry of the history and closes an opened detail.
 * `canonical` spells a value as this page does, and is undefined for one that it does not know. Such a value is removed
 * from the address, though not before `isSettled`.
 */
export function useAddressTab(
  name: TabName,
  canonical: (value: string) => string | undefined,
  isSettled = true,
): [tab: string | undefined, choose: (value: string | undefined) => void] {
  const value = useValue(name)
  const tab = value === undefined ? undefined : canonical(value)
  const isDue = tab !== value && (tab !== undefined || isSettled)
  useCorrection(isDue, () => replaceInAddress({ [name]: tab }), value)
  return [tab, (chosen) => closeDetail(() => replaceInAddress({ [name]: chosen }))]
}

/**
 * The detail that the address names: one entry of the history, which closing removes again.
 * Returns the value, and how to open and to close.
 */
export function useAddressState(
  name: DetailName,
): [value: string | undefined, open: (value: string) => void, close: () => void] {
  const value = useValue(name)
  return [value, (next) => openDetail(name, next), () => closeDetailOf(name, value)]
}

/** The answer is the server's own, not an older one that is shown meanwhile. */
export const isSettled = ({ isSuccess, isFetching }: { isSuccess: boolean; isFetching: boolean }): boolean =>
  isSuccess && !isFetching

/**
 * The item of a list whose id the address has. An id that is not in the list opens nothing, and is removed from the
 * address once the list is settled.
 */
export function useOpenItem<T extends Item>(name: DetailName, items: readonly T[], isListSettled: boolean) {
  const [value, open, close] = useAddressState(name)
  const item = items.find((each) => String(keyOf(each)) === value)
  useCorrection(isListSettled && value !== undefined && !item, close, value)
  return { item, open: (id: number) => open(String(id)), close }
}
