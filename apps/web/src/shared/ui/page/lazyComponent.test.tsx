import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { describe, it, vi } from 'vitest'
import { lazyComponent } from './lazyComponent.tsx'

const Grades = () => 'Notas'

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = ({ message }: Error) => ({ message })
  override render = () => this.state.message ?? this.props.children
}

describe('a component with code of its own', () => {
  it('shows the fallback until the code has loaded', async () => {
    const code = Promise.withResolvers<typeof Grades>()
    const Lazy = lazyComponent(() => code.promise)
    render(<Lazy fallback="Cargando" />)
    screen.getByText('Cargando')
    code.resolve(Grades)
    await screen.findByText('Notas')
  })

  it('is rendered at once if its code was loaded before', async () => {
    const Lazy = lazyComponent(async () => Grades)
    await Lazy.load()
    render(<Lazy fallback="Cargando" />)
    screen.getByText('Notas')
  })

  it('is replaced if its code cannot be loaded', async () => {
    const Lazy = lazyComponent(
      () => Promise.reject(new Error('no network')),
      () => 'Sin conexión',
    )
    render(<Lazy fallback="Cargando" />)
    await screen.findByText('Sin conexión')
  })

  it('passes a failure to the error boundary if nothing replaces it', async () => {
    vi.spyOn(console, 'error').mockReturnValue() // React logs the error that the boundary catches
    const Lazy = lazyComponent(() => Promise.reject(new Error('no network')))
    render(
      <Boundary>
        <Lazy fallback="Cargando" />
      </Boundary>,
    )
    await screen.findByText('no network')
  })
})
