import type { Page } from '@playwright/test'
import { CAROLINA, DANIELA, dataPages, openPage, signedOutPages } from '../support.ts'

/** A state of a page: as it loads, or after a parent has opened something on it. */
export type PageState = {
  name: string
  path: string
  open?: (page: Page) => Promise<void>
  /** The signed-in parent, null without a session; Carolina by default. */
  email?: string | null
}

const pressButton = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Opens the first of the page's items. */
const openFirstItem = async (page: Page) =>
  page.locator('main li > button[aria-haspopup="dialog"]').first().click()

const openTab = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('tab', { name }).first().click()

const settingsState = (name: string): PageState => ({
  name,
  path: '/app/configuraciones',
  open: pressButton(name),
})

const startSimulation = async (page: Page) => {
  await pressButton(/^Matemática/)(page)
  await pressButton('Simular notas')(page)
  await page.getByLabel('Promedio que busca').fill('5')
}

export const signedOutStates: PageState[] = [
  ...signedOutPages.map((path) => ({ name: path, path, email: null })),
  { name: 'login with errors', path: '/login', open: pressButton('Ingresar'), email: null },
  { name: 'help before signing in', path: '/login', open: pressButton('Ayuda y contacto'), email: null },
]

export const signedInStates: PageState[] = [
  ...dataPages.map((path) => ({ name: path, path })),
  { name: 'page not found', path: '/app/no-existe' },
  { name: 'news', path: '/app/inicio', open: pressButton(/^Novedades/) },
  { name: 'menu', path: '/app/inicio', open: pressButton('Menú') },
  {
    name: 'choice of a student',
    path: '/app/inicio',
    open: async (page) => page.getByRole('banner').locator('.student-place').getByRole('button').click(),
  },
  { name: 'one student', path: '/app/inicio', email: DANIELA },
  { name: 'agenda, event', path: '/app/agenda', open: openFirstItem },
  { name: 'timetable, Friday', path: '/app/horario', open: openTab('Viernes') },
  { name: 'grades, first semester', path: '/app/calificaciones', open: openTab(/^1/) },
  { name: 'grades, second semester', path: '/app/calificaciones', open: openTab(/^2/) },
  { name: 'grades, year', path: '/app/calificaciones', open: openTab('Final') },
  { name: 'grades, subject', path: '/app/calificaciones', open: openFirstItem },
  { name: 'grades, simulation', path: '/app/calificaciones', open: startSimulation },
  { name: 'observations, dialog', path: '/app/observaciones', open: openFirstItem },
  { name: 'attendance, late arrival', path: '/app/asistencia', open: openFirstItem },
  { name: 'classmates, dialog', path: '/app/companeros', open: openFirstItem },
  { name: 'settings', path: '/app/configuraciones' },
  ...['Mi cuenta', 'Cambiar contraseña', 'Ayuda y contacto', 'Acerca de'].map(settingsState),
  ...['Términos de uso', 'Política de datos'].map(settingsState),
  { name: 'forced change of the password', path: '/app/inicio', email: 'nuevo@example.com' },
]

export const emailOf = ({ email }: PageState) => (email === undefined ? CAROLINA : email)

/** Opens a state and waits for its data. */
export async function openState(page: Page, { path, open }: PageState): Promise<void> {
  await openPage(page, path)
  await open?.(page)
  await page.waitForLoadState('networkidle')
}
