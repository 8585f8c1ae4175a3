import { expect, test } from '../support/support.ts'
import { givePassword, signInStaff } from './staff.ts'

const INSPECTION = 'inspectoria@example.com'

test('a member adds a passkey and signs in with it', async ({ page, context }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInStaff(page, INSPECTION)
  const account = page.getByTitle('Mi cuenta')
  await account.click()
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  const passkey = page.getByRole('listitem').filter({ hasText: 'Llave de acceso' })
  await expect(passkey).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()

  await givePassword(page, INSPECTION)
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Buen[oa]s / })).toBeVisible()
  await account.click()
  await expect(passkey).toContainText('hoy')
})
