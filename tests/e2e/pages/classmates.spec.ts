import { formatPhone } from '../../../apps/web/src/shared/text/format.ts'
import {
  answerOf,
  chooseStudent,
  desktop,
  expect,
  expectDetailCloses,
  expectSheetCloses,
  test,
} from '../support/support.ts'

const parentTypeTexts: Record<string, string> = {
  father: 'Padre',
  mother: 'Madre',
  grandpa: 'Abuelo/a',
  brother: 'Hermano/a',
  uncle: 'Tío/a',
  legal: 'Tutor Legal',
  other: 'Otro',
}
const classmateRows = (page: import('@playwright/test').Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^N° \d/ })
const fullName = (person: { name: string; last_name: string; second_last_name?: string | null }) =>
  [person.name, person.last_name, person.second_last_name].filter(Boolean).join(' ')

test.beforeEach(async ({ page, enter }) => {
  await enter('/app/companeros')
  await expect(classmateRows(page).first()).toBeVisible()
})

test('lists the course by number, without the student', async ({ page }) => {
  const { classmates } = await answerOf(page, 'getClassmates', { student_id: 1 })
  expect(classmates.length).toBeGreaterThan(20)
  const rowTexts = (await classmateRows(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(rowTexts).toHaveLength(classmates.length)
  for (const [index, { list_number, student }] of classmates.entries()) {
    expect(rowTexts[index]).toContain(`N° ${list_number} `)
    expect(rowTexts[index]).toContain(fullName(student))
  }
  expect(rowTexts.join()).not.toContain('Martina Antonia')
})

test('finds a classmate by a part of the name, without accents', async ({ page }) => {
  const { classmates } = await answerOf(page, 'getClassmates', { student_id: 1 })
  await page.getByRole('searchbox', { name: 'Buscar por nombre' }).fill('covarrubias maria')
  await expect(classmateRows(page)).toHaveCount(1)
  await expect(classmateRows(page)).toContainText('María de los Ángeles Fernanda Covarrubias-Undurraga')
  await page.getByRole('searchbox').fill('nadie se llama asi')
  await expect(page.getByText('Sin Elementos.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(classmateRows(page)).toHaveCount(classmates.length)
})

test('a classmate opens with the parents and what they share', async ({ page }) => {
  const { classmates } = await answerOf(page, 'getClassmates', { student_id: 1 })
  const shares = (phone: boolean, email: boolean) =>
    classmates.findIndex(({ parents }) =>
      parents.some((parent) => (parent.phone !== null) === phone && (parent.email !== null) === email),
    )
  for (const index of [shares(true, true), shares(false, false)]) {
    const classmate = classmates[index]
    if (!classmate) throw new Error('The demo has parents of each kind')
    await classmateRows(page).nth(index).click()
    const dialog = page.getByRole('dialog', { name: fullName(classmate.student) })
    await expect(dialog).toContainText(`N° de lista ${classmate.list_number}`)
    for (const parent of classmate.parents) {
      const item = dialog.getByRole('listitem').filter({ hasText: fullName(parent) })
      await expect(item).toContainText(parentTypeTexts[parent.parent_type] ?? parent.parent_type)
      if (parent.phone) {
        await expect(item).toContainText(formatPhone(parent.phone))
        await expect(item.getByRole('link', { name: /^Llamar/ })).toHaveAttribute(
          'href',
          `tel:${parent.phone}`,
        )
        await expect(item.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
          'href',
          `https://wa.me/${parent.phone.slice(1)}`,
        )
      }
      if (parent.email) {
        await expect(item.getByRole('link', { name: /correo/ })).toHaveAttribute(
          'href',
          `mailto:${parent.email}`,
        )
      }
      const missing = parent.phone && parent.email ? 0 : 1
      await expect(item.getByText('Contacto no compartido')).toHaveCount(missing)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a photo that a family shares is shown, the others are initials', async ({ page }) => {
  const { classmates } = await answerOf(page, 'getClassmates', { student_id: 1 })
  const withPhoto = classmates.findIndex((classmate) => classmate.profile_image !== null)
  const withoutPhoto = classmates.findIndex((classmate) => classmate.profile_image === null)
  const photo = classmateRows(page).nth(withPhoto).locator('img')
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(classmateRows(page).nth(withoutPhoto).locator('img')).toHaveCount(0)
})

test('the sheet closes by its button, Esc and the backdrop, and returns the focus', async ({ page }) => {
  await expectSheetCloses(page, classmateRows(page).first())
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the detail is beside the list', async ({ page }) => {
    await expect(page.getByRole('region', { name: 'Contactos del curso' })).toBeVisible()
    await expectDetailCloses(page, classmateRows(page).first(), false)
  })
})

test('a course of one student lists no classmates', async ({ page }) => {
  await chooseStudent(page, /Antú/)
  await expect(page.getByText('Sin Elementos.')).toBeVisible()
  await expect(classmateRows(page)).toHaveCount(0)
})
