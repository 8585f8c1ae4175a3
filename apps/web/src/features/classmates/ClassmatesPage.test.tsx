import type { Classmate } from '@apoderados/contract/classmates'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aStudent } from '../../testing/data/people.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { ClassmatesPage, isFound } from './ClassmatesPage.tsx'

const mother = {
  id: 7,
  name: 'Claudia',
  last_name: 'Muñoz Tapia',
  parent_type: 'mother',
  phone: '+56900000014',
  email: 'claudia.munoz@example.com',
}
const aClassmate = (number: number, changes: Partial<Classmate> = {}): Classmate => ({
  enrollment_id: 100 + number,
  list_number: number,
  profile_image: null,
  student: { name: 'Florencia', last_name: 'González', second_last_name: 'Muñoz' },
  parents: [mother],
  ...changes,
})
/** The changes that give a classmate another name. */
const nameChange = (name: string, last_name: string) => ({
  student: { name, last_name, second_last_name: null },
})

beforeEach(() => history.pushState(null, '', '/app/companeros'))

/** Shows the page. The lists are the responses to its requests, in their order. */
function renderClassmates(...lists: Classmate[][]) {
  const api = fakeApi()
  for (const classmates of lists) api.respond('getClassmates', { classmates })
  signedIn()
  render(<ClassmatesPage student={aStudent()} />)
}
const rows = () => screen.queryAllByRole('button', { name: /^N°/ })
async function openClassmate(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(screen.getByRole('dialog'))
}
const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

it('on a desktop shows how many families share a contact, until a classmate is opened', async () => {
  simulateDesktop()
  const mateWithoutContacts = { ...mother, phone: null, email: null }
  renderClassmates([
    aClassmate(1),
    aClassmate(2, {
      parents: [mateWithoutContacts, { ...mateWithoutContacts, id: 8, email: 'a@example.com' }],
    }),
    aClassmate(3, { parents: [mateWithoutContacts] }),
  ])
  const contacts = await screen.findByRole('region', { name: 'Contactos del curso' })
  expect(contacts.textContent).toContain('2 de 3 familias comparten un teléfono o un correo.')
  await openClassmate(/N° 3/)
  expect(screen.queryByRole('region', { name: 'Contactos del curso' })).toBeNull()
})

describe('the list', () => {
  it('has each classmate with the list number', async () => {
    renderClassmates([aClassmate(5), aClassmate(12, nameChange('Wilson', 'Joseph'))])
    await screen.findByText('2 compañeros')
    expect(rows().map((row) => row.textContent?.trim())).toEqual([
      'N° 5 FGFlorencia González Muñoz',
      'N° 12 WJWilson Joseph',
    ])
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('of a whole course can be filtered by name, without accents', async () => {
    const many = Array.from({ length: 60 }, (_, index) => aClassmate(index + 1))
    renderClassmates([
      ...many,
      aClassmate(61, nameChange('Tomás', 'Núñez')),
      aClassmate(62, nameChange('Ana', "O'Higgins")),
    ])
    const search = await screen.findByRole('searchbox', { name: 'Buscar por nombre, apoderado o número' })
    expect(rows()).toHaveLength(62)
    await userEvent.type(search, 'nunez tom')
    expect(rows()).toHaveLength(1)
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('1 de 62')
    await userEvent.clear(search)
    await userEvent.type(search, 'o’higgins')
    expect(rows()).toHaveLength(1)
    await userEvent.clear(search)
    await userEvent.type(search, 'ohiggins')
    expect(rows()).toHaveLength(1)
    await userEvent.type(search, 'qq')
    await screen.findByText('Sin Elementos.')
    screen.getByText('Nadie del curso se llama así.')
  })

  it.each([
    ['few of them', [aClassmate(1)], 'Nadie del curso se llama así.'],
    ['none', [], 'Aquí aparecerán los compañeros de curso y sus apoderados.'],
  ])(
    'being searched while a refresh leaves %s keeps its field and says why it is empty',
    async (_, remainingMates, hint) => {
      const many = Array.from({ length: 13 }, (_, index) => aClassmate(index + 1))
      renderClassmates(many, remainingMates)
      await userEvent.type(await screen.findByRole('searchbox'), 'qq')
      await screen.findByText('Sin Elementos.')
      fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
      await waitFor(() => expect(screen.queryByText('13 compañeros')).toBeNull())
      screen.getByText(hint)
      await userEvent.clear(screen.getByRole('searchbox'))
      expect(rows()).toHaveLength(remainingMates.length)
    },
  )

  it('is empty for a course of one', async () => {
    renderClassmates([])
    await screen.findByText('Sin Elementos.')
    screen.getByText('Aquí aparecerán los compañeros de curso y sus apoderados.')
  })
})

describe('a classmate', () => {
  it('has list number and the parents who share their contact', async () => {
    renderClassmates([aClassmate(5)])
    const dialog = await openClassmate(/Florencia/)
    screen.getByRole('dialog', { name: 'Florencia González Muñoz' })
    for (const text of ['N° de lista 5', 'Claudia Muñoz Tapia', 'Madre', '+56 9 0000 0014']) {
      dialog.getByText(text)
    }
    dialog.getByText('claudia.munoz@example.com')
    expect(hrefs()).toEqual([
      'tel:+56900000014',
      'https://wa.me/56900000014',
      'mailto:claudia.munoz@example.com',
    ])
  })

  it.each(['+56200000101', '+5491122334455', '56900000014'])('has no WhatsApp for %s', async (phone) => {
    renderClassmates([aClassmate(5, { parents: [{ ...mother, phone, email: null }] })])
    await openClassmate(/Florencia/)
    expect(hrefs()).toEqual([`tel:${phone}`])
  })

  it('names contacts that are not shared, and shows an unknown kinship unchanged', async () => {
    const parents = [
      { ...mother, id: 1, phone: null, email: null },
      { ...mother, id: 2, phone: null },
      { ...mother, id: 3, email: null, parent_type: 'padrastro' },
    ]
    renderClassmates([aClassmate(5, { parents })])
    const dialog = await openClassmate(/Florencia/)
    expect(dialog.getAllByText('Contacto no compartido')).toHaveLength(3)
    expect(dialog.getAllByText('Teléfono')).toHaveLength(2)
    dialog.getByText('padrastro')
    expect(hrefs()).toEqual([
      'mailto:claudia.munoz@example.com',
      'tel:+56900000014',
      'https://wa.me/56900000014',
    ])
  })

  it('shows that no parent is listed, and a photo if there is one', async () => {
    const link = '/api/v1/mobile/parent/photos/1'
    renderClassmates([aClassmate(5, { parents: [], profile_image: link })])
    const dialog = await openClassmate(/Florencia/)
    dialog.getByText('Sin Elementos.')
    const photos = Array.from(document.querySelectorAll('img'), (photo) => photo.getAttribute('src'))
    expect(photos).toEqual([link, link])
  })
})

describe('the address', () => {
  it('loses an unknown id', async () => {
    history.replaceState(null, '', '/app/companeros?companero=5')
    renderClassmates([aClassmate(5)])
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it.each([
  ['', true],
  ['  ', true],
  ['FLOR', true],
  ['muñoz gonzalez', true],
  ['flor perez', false],
  ['12', true],
  ['1', false],
  [`${mother.name} ${mother.last_name}`, true],
])('a search for %j finds Florencia González Muñoz: %s', (wanted, found) => {
  expect(isFound(aClassmate(12), wanted)).toBe(found)
})
