import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { onDesktop } from '../../../testing/desktop.ts'
import { ListRow } from './ListRow.tsx'

it('says its words in order, and that it opens a dialog', () => {
  render(<ListRow title="Inglés" detail="Teacher" end="3,8" isChosen={false} onOpen={() => undefined} />)
  const row = screen.getByRole('button', { name: /^Inglés Teacher ?3,8$/ })
  expect(row.getAttribute('aria-haspopup')).toBe('dialog')
  expect(row.closest('li')).not.toBeNull()
})

it('opens on a click, and has the focus then, which is to return to it', async () => {
  const onOpen = vi.fn(() => expect(document.activeElement?.textContent).toContain('Inglés'))
  render(<ListRow title="Inglés" isChosen={false} onOpen={onOpen} />)
  screen.getByRole('button').click() // as in Safari, which focuses nothing by a click
  expect(onOpen).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(2)
})

it('is marked as open beside its detail, not under it', () => {
  const row = <ListRow title="Inglés" isChosen={true} onOpen={() => undefined} />
  const { unmount } = render(row)
  expect(screen.getByRole('button').getAttribute('aria-current')).toBeNull()
  unmount()
  onDesktop()
  render(row)
  expect(screen.getByRole('button').getAttribute('aria-current')).toBe('true')
})
