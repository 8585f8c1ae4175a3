import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getSession } from '../../shared/session/store.ts'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

const onChanged = vi.fn()
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const submitButton = () => screen.getByRole('button', { name: 'Cambiar contraseña' }) as HTMLButtonElement
const REQUIRED_MESSAGE = 'La contraseña es requerida'

async function fillFields(current = 'demo1234', password = 'Luna verde 27', confirmation = password) {
  await userEvent.type(field('Contraseña actual'), current)
  await userEvent.type(field('Nueva contraseña'), password)
  await userEvent.type(field('Confirmar contraseña'), confirmation)
}

beforeEach(() => {
  onChanged.mockReset()
  signedIn(aProfile({ password_changed: false }))
  render(<ChangePasswordForm onChanged={onChanged} />)
})

describe('the button', () => {
  it('is disabled until all fields are valid', async () => {
    expect(submitButton().disabled).toBe(true)
    await fillFields('demo1234', 'Luna verde 27', 'Luna verde 2')
    expect(submitButton().disabled).toBe(true)
    await userEvent.type(field('Confirmar contraseña'), '7')
    expect(submitButton().disabled).toBe(false)
    await userEvent.clear(field('Contraseña actual'))
    expect(submitButton().disabled).toBe(true)
  })

  it('notices input without an input event when the focus moves', async () => {
    await userEvent.click(field('Contraseña actual'))
    for (const name of ['Contraseña actual', 'Nueva contraseña', 'Confirmar contraseña'])
      field(name).value = 'Luna verde 27'
    await userEvent.click(document.body)
    expect(submitButton().disabled).toBe(false)
  })

  it('requires 6 characters, counted as visible ones', async () => {
    await fillFields('a', 'señor')
    expect(submitButton().disabled).toBe(true)
    await userEvent.type(field('Nueva contraseña'), '😀')
    await userEvent.type(field('Confirmar contraseña'), '😀')
    expect(submitButton().disabled).toBe(false)
  })
})

describe('the messages', () => {
  it('are hidden at first, then shown for fields that were left empty', async () => {
    await userEvent.click(field('Contraseña actual'))
    expect(screen.queryByText(REQUIRED_MESSAGE)).toBeNull()
    await userEvent.click(field('Confirmar contraseña'))
    expect(screen.getAllByText(REQUIRED_MESSAGE)).toHaveLength(2)
    await userEvent.type(field('Contraseña actual'), 'x')
    expect(screen.getAllByText(REQUIRED_MESSAGE)).toHaveLength(1)
    await userEvent.click(document.body)
    screen.getByText('Debe confirmar la contraseña')
  })

  it('report a short password once its field is left, until it is long enough', async () => {
    await userEvent.type(field('Nueva contraseña'), 'corta')
    expect(screen.queryByText('La contraseña debe tener al menos 6 caracteres')).toBeNull()
    await userEvent.tab()
    screen.getByText('La contraseña debe tener al menos 6 caracteres')
    await userEvent.type(field('Nueva contraseña'), '1')
    expect(screen.queryByText('La contraseña debe tener al menos 6 caracteres')).toBeNull()
    screen.getByText('Al menos 6 caracteres')
  })

  it('report a different confirmation at once, but not an incomplete one', async () => {
    await userEvent.type(field('Nueva contraseña'), 'Luna verde')
    await userEvent.type(field('Confirmar contraseña'), 'Luna')
    expect(screen.queryByText('Las contraseñas no coinciden')).toBeNull()
    await userEvent.type(field('Confirmar contraseña'), ' azul')
    screen.getByText('Las contraseñas no coinciden')
    expect(field('Confirmar contraseña').getAttribute('aria-invalid')).toBe('true')
  })

  it('ignore an empty field when a button takes the focus', async () => {
    await userEvent.click(field('Contraseña actual'))
    await userEvent.click(screen.getAllByRole('button', { name: 'Mostrar' })[0] as HTMLElement)
    expect(screen.queryByText(REQUIRED_MESSAGE)).toBeNull()
  })
})

it('shows the strength of the password in a polite live region, and allows a weak one', async () => {
  const hint = document.querySelector('[aria-live="polite"]')
  expect(hint?.textContent).toBe('')
  await fillFields('demo1234', 'aaaaaa')
  expect(hint?.textContent).toBe('Seguridad: Débil')
  expect(submitButton().disabled).toBe(false)
  await userEvent.clear(field('Nueva contraseña'))
  await userEvent.type(field('Nueva contraseña'), 'lunaverde')
  screen.getByText('Aceptable')
  await userEvent.type(field('Nueva contraseña'), ' 27 gatos')
  screen.getByText('Buena')
})

it('sends the change once and updates the session at once', async () => {
  const api = fakeApi()
  api.respond('changePassword', { success: true, message: 'Tu contraseña cambió' })
  await fillFields()
  await userEvent.click(submitButton())
  await waitFor(() => expect(onChanged).toHaveBeenCalledWith('Tu contraseña cambió'))
  expect(api.received).toEqual([
    {
      name: 'changePassword',
      request: { current_password: 'demo1234', new_password: 'Luna verde 27' },
      token: 'token',
    },
  ])
  expect(getSession().profile?.password_changed).toBe(true)
  expect(JSON.parse(localStorage.getItem('profile') ?? '').password_changed).toBe(true)
})

it('is busy during the call and ignores a second click', async () => {
  const api = fakeApi()
  api.hang('changePassword')
  await fillFields()
  await userEvent.click(submitButton())
  const busy = screen.getByRole('button', { name: 'Cambiando' })
  await userEvent.click(busy)
  fireEvent.submit(busy)
  expect(api.count('changePassword')).toBe(1)
})

it('has the user name in a field for password managers', () => {
  const names = ['Contraseña actual', 'Nueva contraseña', 'Confirmar contraseña']
  expect(names.map((name) => field(name).autocomplete)).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ])
  expect(document.querySelector('[autocomplete="username"]')).toHaveProperty('value', 'apoderada@example.com')
})

describe('a failure', () => {
  type Api = ReturnType<typeof fakeApi>
  const refuse = (status: number, message?: string) => (api: Api) =>
    api.refuse('changePassword', status, message)
  it.each<[string, (api: Api) => void, string]>([
    ['in the server’s words', refuse(400, 'Es muy fácil de adivinar'), 'Es muy fácil de adivinar'],
    ['without words', refuse(500), 'Error al cambiar la contraseña'],
    ['of the line', (api) => api.breakLine('changePassword'), 'Error al cambiar la contraseña'],
  ])('%s is said, and nothing typed is lost', async (_, prepare, message) => {
    prepare(fakeApi())
    await fillFields()
    await userEvent.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(field('Nueva contraseña').value).toBe('Luna verde 27')
    expect(onChanged).not.toHaveBeenCalled()
    expect(getSession().profile?.password_changed).toBe(false)
  })

  it.each(['Contraseña actual incorrecta', 'La clave actual incorrecta no sirve'])(
    'about the current password is said once, at its field, until the next input: %s',
    async (message) => {
      fakeApi().refuse('changePassword', 400, message)
      await fillFields()
      await userEvent.click(submitButton())
      await screen.findByText('La contraseña actual es incorrecta')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(field('Nueva contraseña').value).toBe('Luna verde 27')
      const current = field('Contraseña actual')
      const note = document.getElementById(current.getAttribute('aria-describedby') ?? '')
      expect(note?.textContent).toBe('La contraseña actual es incorrecta')
      expect(current.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(current)
      await userEvent.type(current, 'x')
      expect(current.getAttribute('aria-invalid')).toBeNull()
      expect(submitButton().disabled).toBe(false)
    },
  )
})
