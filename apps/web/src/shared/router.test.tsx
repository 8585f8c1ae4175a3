import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Link, usePath } from './router.tsx'

function Menu() {
  const path = usePath()
  return (
    <Link href="/app/agenda" aria-current={path === '/app/agenda' ? 'page' : undefined}>
      Agenda
    </Link>
  )
}

it('a page opened repeatedly adds one history entry', async () => {
  history.pushState(null, '', '/app/inicio') // removes the forward entries of an earlier test
  render(<Menu />)
  const steps = history.length
  for (let times = 0; times < 3; times += 1) await userEvent.click(screen.getByRole('link'))
  expect([location.pathname, history.length]).toEqual(['/app/agenda', steps + 1])
})
