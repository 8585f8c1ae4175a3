import { useEffect, useEffectEvent } from 'react'

/** Runs a function by its key, unless somebody is writing. */
export function useKeys(functions: Record<string, () => void>): void {
  const run = useEffectEvent((key: string) => functions[key]?.())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]') !== null
      const isEnabled = localStorage.getItem('office.shortcuts') !== 'false'
      if (!isWriting && isEnabled && !event.ctrlKey && !event.metaKey && !event.altKey)
        run(event.key.toLowerCase())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
