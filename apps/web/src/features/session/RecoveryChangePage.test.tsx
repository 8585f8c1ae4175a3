import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Toaster } from '../../shared/ui/notices/Toaster.tsx'
import { fakeApi } from '../../testing/fakeApi.ts'
import { RecoveryChangePage } from './RecoveryChangePage.tsx'

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))

function openPage(query = '?email=ana%2Bcolegio%40example.com') {
  history.replaceState(null, '', `/auth/cambiar_contraseña${query}`)
  render(
    <>
      <RecoveryChangePage />
      <Toaster />
    </>,
  )
}

async function fillFields() {
  await userEvent.type(field('Código de recuperación'), ' 7K2M-9QXW-4HB3T ')
  await userEvent.type(field('Nueva contraseña'), 'Luna verde 27')
  await userEvent.type(field('Confirmar contraseña'), 'Luna verde 27')
}

it('has a title, the e-mail of the query and a link to the sign-in', () => {
  openPage()
  screen.getByRole('heading', { level: 1, name: 'Cambiar contraseña' })
  expect(field('Correo electrónico')).toMatchObject({ value: 'ana+colegio@example.com', readOnly: true })
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' }).getAttribute('href')).toBe('/login')
  expect(screen.getByRole('link', { name: 'Pedir otro código' }).getAttribute('href')).toBe(
    '/auth/recuperar_contraseña',
  )
})

it('lets a device fill in the code, without autocorrection', () => {
  openPage()
  const code = field('Código de recuperación')
  expect(['autocomplete', 'autocapitalize', 'spellcheck'].map((name) => code.getAttribute(name))).toEqual([
    'one-time-code',
    'characters',
    'false',
  ])
  screen.getByText('Vale 10 minutos y una sola vez.')
  expect(field('Nueva contraseña').autocomplete).toBe('new-password')
})

describe('the fields', () => {
  it('show their errors, and the first invalid one has the focus', async () => {
    openPage()
    await submit()
    screen.getByText('El código de recuperación es requerido')
    screen.getByText('La contraseña es requerida')
    screen.getByText('Debe confirmar la contraseña')
    await waitFor(() => expect(document.activeElement).toBe(field('Código de recuperación')))
  })

  it('show an error without an e-mail in the query', async () => {
    openPage('')
    expect(field('Correo electrónico')).toMatchObject({ value: '', readOnly: true })
    await fillFields()
    await submit()
    screen.getByText('El correo electrónico es requerido')
    await waitFor(() => expect(document.activeElement).toBe(field('Correo electrónico')))
  })

  it('update their errors with each input after the submit', async () => {
    openPage()
    await submit()
    await userEvent.type(field('Nueva contraseña'), 'corta')
    screen.getByText('La contraseña debe tener al menos 6 caracteres')
    await userEvent.type(field('Nueva contraseña'), '1')
    await userEvent.type(field('Confirmar contraseña'), 'larga')
    screen.getByText('Las contraseñas no coinciden')
    await userEvent.type(field('Código de recuperación'), '   ')
    screen.getByText('El código de recuperación es requerido')
  })
})

it('changes the password, confirms it in green and replaces the address, which has an e-mail, by the sign-in', async () => {
  const api = fakeApi()
  api.respond('confirmRecovery', { success: true, message: 'Tu contraseña cambió.' })
  openPage()
  await fillFields()
  const entries = history.length
  await submit()
  expect((await screen.findByText('Tu contraseña cambió.')).closest('[role=status]')).not.toBeNull()
  expect(api.received).toEqual([
    {
      name: 'confirmRecovery',
      request: { email: 'ana+colegio@example.com', token: '7K2M-9QXW-4HB3T', new_password: 'Luna verde 27' },
      token: null,
    },
  ])
  expect([location.pathname, location.search, history.length]).toEqual(['/login', '', entries])
})

describe('a failure', () => {
  type Api = ReturnType<typeof fakeApi>
  it.each<[string, (api: Api) => void, string]>([
    [
      'in the server’s words',
      (api) => api.refuse('confirmRecovery', 400, 'Código inválido o vencido'),
      'Código inválido o vencido',
    ],
    ['without words', (api) => api.refuse('confirmRecovery', 500), 'Error al cambiar la contraseña'],
    ['of the line', (api) => api.breakLine('confirmRecovery'), 'Error al cambiar la contraseña'],
  ])('%s is shown in red, and the form keeps its input', async (kind, prepare, message) => {
    prepare(fakeApi())
    openPage()
    await fillFields()
    await submit()
    const toast = await screen.findByRole('alert')
    expect([toast.textContent, toast.querySelector('.bg-negative') !== null]).toEqual([message, true])
    expect(field('Código de recuperación').value).toBe(' 7K2M-9QXW-4HB3T ')
    expect(field('Nueva contraseña').value).toBe('Luna verde 27')
    expect(screen.queryAllByText(/^Necesitas conexión/)).toHaveLength(kind === 'of the line' ? 1 : 0)
    await waitFor(() => screen.getByRole('button', { name: 'Cambiar contraseña' }))
  })

  it('about the code marks its field until the next input', async () => {
    fakeApi().refuse('confirmRecovery', 400, 'Código inválido o vencido')
    openPage()
    await fillFields()
    await submit()
    await screen.findByRole('alert')
    const code = field('Código de recuperación')
    const description = () =>
      document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect(description()).toBe('Código inválido o vencido'))
    expect(code.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(code))
    await userEvent.type(code, 'X')
    expect(code.getAttribute('aria-invalid')).toBeNull()
    expect(description()).toBe('Vale 10 minutos y una sola vez.')
  })

  it('of another kind marks no field', async () => {
    fakeApi().refuse('confirmRecovery', 400, 'Esa contraseña es muy fácil de adivinar. Elige otra.')
    openPage()
    await fillFields()
    await submit()
    await screen.findByRole('alert')
    await waitFor(() => screen.getByRole('button', { name: 'Cambiar contraseña' }))
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })
})
