import type { NewsItem } from '@apoderados/contract/news'
import { createContext } from 'react'

/** The news about grades of the selected tab's period that are or were unread while the page is open. */
export const NewGradesContext = createContext<readonly NewsItem[]>([])
