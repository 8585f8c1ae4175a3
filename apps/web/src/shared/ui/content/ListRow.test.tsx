import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { simulateDesktop } from '../../../testing/desktop.ts'
import { ListRow } from './ListRow.tsx'

it('is named by its texts in order, and announces a dialog', () => {
  render(<ListRow title="Inglés" detail="Teacher" end="3,8" isChosen={false} onOpen={() => undefined} />)
  const row = screen.getByRole('button', { name: /^Inglés Teacher ?3,8$/ })
  expect(row.getAttribute('aria-haspopup')).toBe('dialog')
  expect(row.closest('li')).not.toBeNull()
})

it('opens on a click and takes the focus, which returns to it later', async () => {
  const onOpen = vi.fn(() => expect(document.activeElement?.textContent).toContain('Inglés'))
  render(<ListRow title="Inglés" isChosen={false} onOpen={onOpen} />)
  screen.getByRole('button').click() // as in Safari, where a click does not focus a button
  expect(onOpen).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(2)
})

it('is marked as open if its detail is beside it, not over it', () => {
  const row = <ListRow title="Inglés" isChosen={true} onOpen={() => undefined} />
  const { unmount } = render(row)
  expect(screen.getByRole('button').getAttribute('aria-current')).toBeNull()
  unmount()
  simulateDesktop()
  render(row)
  expect(screen.getByRole('button').getAttribute('aria-current')).toBe('true')
})
