import type { ComponentType } from 'react'
import { observable } from '../../shared/observable.ts'

/** The component that shows a label of the menu with the number of unread news. */
type MenuLabel = ComponentType<{ path: string; label: string }>

/**
 * `useMenuLabel` returns the component that `setMenuLabel` has set; undefined until the code of the news has loaded. It
 * is not a React state of the frame, as setting such a state would render the page again.
 */
export const { use: useMenuLabel, set: setMenuLabel } = observable<MenuLabel | undefined>(undefined)
