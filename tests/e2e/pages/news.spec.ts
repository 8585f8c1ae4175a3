import { API, desktop, expect, phone, test } from '../support/support.ts'

const publishedAt = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
const newsItem = {
  id: 900_001,
  student_id: 31,
  kind: 'observation',
  change: 'added',
  title: 'Respeto',
  subject: null,
  day: null,
  old_value: null,
  new_value: 'positive',
  published_at: publishedAt,
  is_unread: true,
  sub_period_id: null,
  course_subject_id: null,
  item_id: null,
}

test('the bell counts unread news, and a tap opens one for its child', async ({ page, signIn }) => {
  await page.route(`**${API}/news`, (route) => route.fulfill({ json: { unread: 1, news: [newsItem] } }))
  await signIn()
  await page.getByRole('button', { name: 'Novedades, 1 sin leer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novedades' })
  await dialog.getByRole('button', { name: /Observación positiva · Respeto/ }).click()
  await expect(page).toHaveURL(/\/app\/observaciones$/)
  await expect(page.getByRole('banner')).toContainText('Tomás')
})

for (const viewport of [phone, desktop]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    test('the sheet returns the focus to the bell', async ({ page, signIn }) => {
      await signIn()
      const bell = page.getByRole('button', { name: /^Novedades/ })
      await bell.click()
      const sheet = page.getByRole('dialog', { name: 'Novedades' })
      await expect(sheet).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(bell).toBeFocused()
    })
  })
}
