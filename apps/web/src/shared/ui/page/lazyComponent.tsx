import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { fetchCode } from '../../api/fetchCode.ts'

type Options<P, C> = {
  /** The component that is rendered if the code cannot be loaded; without it, the error boundary shows the failure. */
  Failed?: ComponentType<P>
  /** Called once the code has loaded; the component is rendered when the returned promise has resolved. */
  prepare?: (component: C) => Promise<void>
}

/**
 * Makes a component whose code is loaded when it is first rendered, or earlier by its function `load`. It shows
 * `fallback` until the code has loaded. React's `lazy` is not used: it would show the fallback for at least 300 ms.
 */
export function lazyComponent<P extends object, C = unknown>(
  importCode: () => Promise<ComponentType<P> & C>,
  { Failed, prepare }: Options<P, ComponentType<P> & C> = {},
) {
  let loaded: (ComponentType<P> & C) | undefined
  const load = async () => {
    loaded = await importCode()
    return loaded
  }
  const loadPrepared = async () => {
    const component = await load()
    await prepare?.(component)
    return component
  }
  function Lazy({ fallback, ...props }: P & { fallback?: ReactNode }) {
    const [Shown, setShown] = useState<ComponentType<P> | undefined>(() => loaded)
    useEffect(() => {
      if (Shown) return
      // In a transition React renders in slices, so that a slow phone can handle input in between.
      const show = (getShown: () => ComponentType<P>) => startTransition(() => setShown(getShown))
      fetchCode(loadPrepared).then(
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

/** Makes a component whose code is loaded after the first paint; it renders nothing if its code cannot be loaded. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(() => afterFirstPaint().then(load), { Failed: () => null })
