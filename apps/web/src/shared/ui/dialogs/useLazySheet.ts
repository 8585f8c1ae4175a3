import { useState } from 'react'
import { fetchCode } from '../../api/fetchCode.ts'
import { usePath } from '../../router.tsx'

/** The state of a sheet whose code is loaded before it opens. Any change of page closes the sheet. */
export function useLazySheet(load: () => Promise<unknown>) {
  const path = usePath()
  /** The path at which the sheet is open; '' while it is closed, undefined until its code has loaded. */
  const [openAt, setOpenAt] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const isOpen = openAt === path
  if (openAt && !isOpen) setOpenAt('') // returning to the path does not reopen the sheet
  const open = () => {
    setFailed(false)
    return fetchCode(load).then(
      () => setOpenAt(path),
      () => setFailed(true), // shown by the button: the code of a toast may not load either
    )
  }
  return { isLoaded: openAt !== undefined, isOpen, hasFailed, open, close: () => setOpenAt('') }
}
