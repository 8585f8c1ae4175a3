import type { ComponentType } from 'react'
import { observable } from '../../shared/observable.ts'

/** The component that shows a label of the menu with the number of unread news. */
type MenuLabel = ComponentType<{ path: string; label: string }>

/** Undefined until the news' code has loaded. It is no React state of the frame: that would render the page again. */
export const { use: useMenuLabel, set: setMenuLabel } = observable<MenuLabel | undefined>(undefined)
