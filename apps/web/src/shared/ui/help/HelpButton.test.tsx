import type { Student } from '@apoderados/contract/profile'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aProfile, aStudent } from '../../../testing/data/people.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { HelpButton } from './HelpButton.tsx'

const QUESTIONS = [
  'No puedo entrar',
  'No me llega el código',
  'Faltan datos o están mal',
  'No veo a un hijo o hija',
  'Cómo instalo la app',
  'Quién ve nuestros datos',
]

async function openHelp() {
  render(<HelpButton />)
  await userEvent.click(screen.getByRole('button', { name: 'Ayuda y contacto' }))
  return within(await screen.findByRole('dialog', { name: 'Ayuda y contacto' }))
}
const headings = (dialog: Awaited<ReturnType<typeof openHelp>>) =>
  dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

function signInWithSchool(changes: Partial<NonNullable<Student['establishment']>>) {
  const { establishment, ...student } = aStudent()
  signedIn(
    aProfile({
      students: [{ ...student, establishment: establishment && { ...establishment, ...changes } }],
    }),
  )
}

it('shows six answers without a session, and no school', async () => {
  const dialog = await openHelp()
  expect(headings(dialog)).toEqual(QUESTIONS)
  dialog.getByText('Si aquí no está la respuesta, llama a tu colegio.')
  expect(dialog.queryAllByRole('link')).toEqual([])
})

it('links to the phone of the chosen student’s school and to a map in a tab without opener or referrer', async () => {
  signedIn()
  const dialog = await openHelp()
  expect(headings(dialog)).toEqual(['Colegio Los Aromos', ...QUESTIONS])
  const call = dialog.getByRole('link', { name: 'Llamar al +56 2 0000 0101' })
  expect(call.getAttribute('href')).toBe('tel:+56200000101')
  const map = dialog.getByRole('link', { name: 'Ver en el mapa' })
  expect(['href', 'target', 'rel'].map((name) => map.getAttribute(name))).toEqual([
    'https://www.openstreetmap.org/search?query=Av.%20Los%20Aromos%202150%2C%20La%20Florida%2C%20Chile',
    '_blank',
    'noreferrer',
  ])
})

it('reports that a school publishes neither phone nor address', async () => {
  signInWithSchool({ phone: null, address: null })
  const dialog = await openHelp()
  dialog.getByText('El colegio aún no publica su teléfono ni su dirección.')
  expect(dialog.queryAllByRole('link')).toEqual([])
})

it('can be closed and reopened', async () => {
  const dialog = await openHelp()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ayuda y contacto' }))
  await screen.findByRole('dialog', { name: 'Ayuda y contacto' })
})
