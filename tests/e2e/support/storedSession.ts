import type { Page } from '@playwright/test'

type Student = { id: number; establishment: { id: number } }

/** Returns what the device of a signed-in parent stores (spec §3). */
export function storedSession(jwt: string, parent: { students: Student[] }): Record<string, string> {
  const [student] = parent.students
  return {
    is_authenticated: 'true',
    auth_token: jwt,
    user: JSON.stringify(parent),
    profile: JSON.stringify(parent),
    students: JSON.stringify(parent.students),
    ...(student && {
      selected_student: String(student.id),
      selected_school: String(student.establishment.id),
    }),
  }
}

/**
 * Stores the session through a page without the app's code; `origin` is needed if the page's context has no base
 * URL.
 */
export async function storeSession(page: Page, session: Record<string, string>, origin = ''): Promise<void> {
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, session)
}
