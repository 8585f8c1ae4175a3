import type { ResponseOf } from '@apoderados/contract/calls/api'
import type { SubPeriod } from '@apoderados/contract/grades'
import type { NewsItem } from '@apoderados/contract/news'
import { createContext } from 'react'

/** A sub-period; `grades` has the averages, and is undefined until they have loaded. */
export type Period = SubPeriod & { grades: ResponseOf<'getPeriodQualifications'> | undefined }

/** The news about grades of the selected tab's period that are or were unread while the page is open. */
export const NewGradesContext = createContext<readonly NewsItem[]>([])
