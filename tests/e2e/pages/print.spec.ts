import { expect, test } from '../support/support.ts'

for (const path of ['/app/calificaciones', '/app/companeros'])
  test(`${path} prints dark on white, without what is operated`, async ({ page, enter }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await enter(path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 26, 39)')
    await expect(page.locator('.skip-link')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Accesos' })).toBeHidden()
  })

test('what fits on a sheet takes one', async ({ page, enter }) => {
  await enter('/app/inicio')
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
