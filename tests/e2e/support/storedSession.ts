import type { Page } from '@playwright/test'

type Student = { id: number; establishment: { id: number } }

/** What the device of a signed-in parent keeps (spec §3). */
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

/** Lays it down where none of the app's code runs yet; `origin` where the page's context names none. */
export async function keepSession(page: Page, session: Record<string, string>, origin = ''): Promise<void> {
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, session)
}
