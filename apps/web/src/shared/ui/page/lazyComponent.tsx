import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { config } from '../../../config.ts'
import { useDialogEntry } from '../../dialogEntry.ts'

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

/** The state of a sheet whose code is loaded before it opens; `name` is that of its history entry. */
export function useLazySheet(name: string, load: () => Promise<unknown>) {
  const { isOpen, open, close } = useDialogEntry(name)
  const [isLoaded, setLoaded] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const loadThen = (next?: () => void) => {
    setFailed(false)
    return load().then(
      () => {
        setLoaded(true)
        next?.()
      },
      () => setFailed(true), // shown by the button: the code of a toast may not load either
    )
  }
  const loadOpened = useEffectEvent(() => isOpen && !isLoaded && void loadThen())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry may be open already, as after a reload
  useEffect(() => void loadOpened(), [isOpen])
  const { href } = location
  return { isLoaded, isOpen, hasFailed, close, open: () => loadThen(() => location.href === href && open()) }
}
