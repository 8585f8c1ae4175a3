import type { NewsItem } from '@apoderados/contract/news'
import { createContext } from 'react'

/** The unread news of grades in the period whose tab is selected. */
export const NewGrades = createContext<readonly NewsItem[]>([])
