import type { NewsItem } from '@apoderados/contract/news'
import { createContext } from 'react'

/** The unread grades of the chosen period. */
export const NewGrades = createContext<readonly NewsItem[]>([])
