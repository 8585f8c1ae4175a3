import { API, expect, storedKeys, test } from '../support/support.ts'

const PROFILE_URL = `**${API}/auth/profile`

test.beforeEach(({ signIn }) => signIn())

test('the device stores the keys of a session as the specification says', { tag: '@short' }, async ({
  page,
}) => {
  expect(await storedKeys(page)).toEqual([
    'auth_token',
    'is_authenticated',
    'profile',
    'selected_school',
    'selected_student',
    'students',
    'user',
  ])
  const storage = await page.evaluate(() => ({ ...localStorage }))
  expect(storage.auth_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect([storage.is_authenticated, storage.selected_student, storage.selected_school]).toEqual([
    'true',
    '1',
    '1',
  ])
  expect(JSON.parse(storage.user ?? '').email).toBe('apoderada@example.com')
  expect(JSON.parse(storage.profile ?? '').email).toBe('apoderada@example.com')
  expect(JSON.parse(storage.students ?? '')).toHaveLength(3)
})

test('a profile that responses 401 signs out and deletes all data', async ({ page }) => {
  await page.route(PROFILE_URL, (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'Token inválido' } }),
  )
  // Only a reload is sure to request the profile: a change of page shares a pending request of the start.
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedKeys(page)).toEqual([])
})

test('a session that ended on another device ends here at the next step', async ({ page, request }) => {
  await page.goto('/app/agenda') // An earlier page, so that Back has a target.
  await page.waitForLoadState('networkidle')
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  await request.delete(`${API}/auth/sessions/current`, { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toHaveText('Tu sesión terminó. Ingresa de nuevo para continuar.')
  expect(await storedKeys(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('dl')).toHaveCount(0)
})

test('signing out calls the server in order, deletes all data and leaves Back empty', {
  tag: '@short',
}, async ({ page }) => {
  await page.evaluate(() => {
    localStorage.setItem('push_token', 'device-1')
    localStorage.setItem('theme', 'dark')
  })
  await page.reload()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url().split(API)[1] ?? '')
  })
  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(calls).toEqual(['/auth/push_token', '/auth/sessions/current', '/auth/logout'])
  expect(await storedKeys(page)).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('app')
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
})

test('signing out works without a network', async ({ page, context }) => {
  await page.getByRole('button', { name: 'Menú' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Configuraciones' }).click()
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
  expect(await storedKeys(page)).toEqual([])
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  const otherTab = await context.newPage()
  await otherTab.goto(`${process.env.E2E_URL}/app/agenda`)
  await expect(otherTab.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  await page.goto('/app/configuraciones')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(otherTab).toHaveURL(/\/login$/)
})
