import type { Page } from '@playwright/test'
import { responseOf } from './support.ts'

export const periodTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const subjectRows = (page: Page) =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('button')

/** Returns the student's period at `index` (0 for the first) with the averages that the server answers. */
export const fetchPeriod = async (page: Page, student_id: number, index: number) => {
  const periods = await responseOf(page, 'getSubPeriods', { student_id })
  const period = periods[index]
  if (!period) throw new Error('The demo has two semesters')
  const query = { student_id, establishment_sub_period_id: period.id }
  return { ...period, query, ...(await responseOf(page, 'getPeriodQualifications', query)) }
}
