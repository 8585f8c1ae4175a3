import type { Page } from '@playwright/test'

/** What the device of a signed-in parent keeps (spec §3). */
export const storedSession = (jwt: string, parent: { students: object[] }): Record<string, string> => ({
  is_authenticated: 'true',
  auth_token: jwt,
  user: JSON.stringify(parent),
  profile: JSON.stringify(parent),
  students: JSON.stringify(parent.students),
})

/** Lays it down where none of the app's code runs yet; `origin` where the page's context names none. */
export async function keepSession(page: Page, session: Record<string, string>, origin = ''): Promise<void> {
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, session)
}
