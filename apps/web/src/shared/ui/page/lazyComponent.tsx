import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { config } from '../../../config.ts'
import { usePath } from '../../router.tsx'

/** The code of a component could not be loaded, as without a connection. */
export class CodeError extends Error {
  constructor(reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason), { cause: reason })
  }
}

/**
 * Makes a component whose code is loaded when it is first rendered, or earlier by its function `load`. It shows
 * `fallback` until then, and `Failed` if the code cannot be loaded; without `Failed` the error boundary shows the
 * failure. React's `lazy` is not used: it would show the fallback for at least 300 ms.
 */
export function lazyComponent<P extends object>(
  importCode: () => Promise<ComponentType<P>>,
  Failed?: ComponentType<P>,
) {
  let loaded: ComponentType<P> | undefined
  /** @throws after `config.codeDeadlineMs` at the latest */
  const load = () =>
    new Promise<ComponentType<P>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new CodeError('The code did not come')), config.codeDeadlineMs)
      importCode()
        .then(
          (component) => {
            loaded = component
            resolve(component)
          },
          (error) => reject(new CodeError(error)),
        )
        .finally(() => clearTimeout(timer))
    })
  function Lazy({ fallback, ...props }: P & { fallback?: ReactNode }) {
    const [Shown, setShown] = useState<ComponentType<P> | undefined>(() => loaded)
    useEffect(() => {
      if (Shown) return
      // In a transition React renders in slices, so that a slow phone can handle input in between.
      const show = (getShown: () => ComponentType<P>) => startTransition(() => setShown(getShown))
      load().then(
        (component) => show(() => component),
        (error) =>
          show(() => {
            if (Failed) return Failed
            throw error
          }),
      )
    }, [Shown])
    return Shown ? <Shown {...(props as unknown as P)} /> : fallback
  }
  return Object.assign(Lazy, { load })
}

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
    return load().then(
      () => setOpenAt(path),
      () => setFailed(true), // shown by the button: the code of a toast may not load either
    )
  }
  return { isLoaded: openAt !== undefined, isOpen, hasFailed, open, close: () => setOpenAt('') }
}
