import type { ComponentType } from 'react'
import { observable } from '../observable.ts'

/** What the phone's app renders in place of its pages: the lock screen. Undefined while the app is not locked. */
export const cover = observable<ComponentType | undefined>(undefined)
