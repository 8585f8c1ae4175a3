import type { ComponentType } from 'react'
import { observable } from '../../shared/observable.ts'

/** Shows a label of the menu with the number of unread news. */
type MenuLabel = ComponentType<{ path: string; label: string }>

/**
 * `useMenuLabel` returns the component of the labels; undefined until the news' code has loaded. It is not a React state
 * of the frame, as setting such a state would render the page again.
 */
export const { use: useMenuLabel, set: setMenuLabel } = observable<MenuLabel | undefined>(undefined)
