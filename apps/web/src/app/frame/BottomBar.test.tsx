import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BottomBar } from './BottomBar.tsx'

it.each([
  ['/app/inicio', ['Inicio']],
  ['/app/calificaciones', ['Notas']],
  ['/app/observaciones', ['Menú']],
  ['/app/configuraciones', ['Menú']],
  ['/app/reportes', []],
  ['/app/no-existe', []],
])('marks the item that leads to %s: %j', (path, names) => {
  history.replaceState(null, '', path)
  render(<BottomBar isMenuOpen={false} onMenu={() => undefined} />)
  const items = Array.from(screen.getByRole('navigation', { name: 'Accesos' }).children)
  const marked = items.filter((item) => item.classList.contains('text-accent-text'))
  expect(marked.map(({ textContent }) => textContent)).toEqual(names)
})
