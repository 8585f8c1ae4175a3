import { act, fireEvent, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Avatar } from './Avatar.tsx'

it('shows the initials if a photo did not load offline, and the photo once online', async () => {
  const { container } = render(<Avatar id={1} name="Martina Soto" photo="/api/v1/photos/1" />)
  const photo = () => container.querySelector('img')
  fireEvent.error(photo() as HTMLElement)
  expect([photo(), container.textContent]).toEqual([null, 'MS'])
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  for (const [state, event] of [
    [false, 'offline'],
    [true, 'online'],
  ] as const) {
    onLine.mockReturnValue(state)
    await act(async () => dispatchEvent(new Event(event)))
  }
  expect(photo()).not.toBeNull()
})
