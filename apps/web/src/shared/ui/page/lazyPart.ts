import { type ComponentType, lazy, type ReactNode } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { fetchCode } from '../../api/fetchCode.ts'

/** Makes a component that the first paint does not wait for; it renders nothing if its code cannot be loaded. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    fetchCode(() => afterFirstPaint().then(load)).then(
      (part) => ({ default: part }),
      () => ({ default: (): ReactNode => null }),
    ),
  )
