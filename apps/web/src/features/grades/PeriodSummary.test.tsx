import type { SubjectAverage } from '@apoderados/contract/grades'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAverage } from '../../testing/data/anAverage.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { PeriodGrades } from './PeriodGrades.tsx'

const averages = [
  anAverage({ id: 1, subject: 'Lenguaje', average: 6.3 }),
  anAverage({ id: 2, subject: 'Inglés', average: 3.8 }),
  anAverage({ id: 3, subject: 'Historia', average: 5 }),
  anAverage({ id: 4, subject: 'Tecnología', average: 6.3 }),
  anAverage({ id: 5, subject: 'Religión', scale_type: 'other', average: null, note_scale_value: 'MB' }),
]

function renderSummary(averages: SubjectAverage[]) {
  const period = { id: 7, name: '1° Semestre', grades: { averages, average: 5 } }
  return render(<PeriodGrades student_id={1} period={period} periods={[period]} isSettled={true} />)
}
const summary = () => screen.queryByRole('region', { name: 'Resumen del período' })
const facts = () =>
  Array.from(summary()?.querySelectorAll('dl > div') ?? [], (fact) =>
    Array.from(fact.children, ({ textContent }) => textContent),
  )

it('names the highest and the lowest subject and those under 4,0', () => {
  simulateDesktop()
  renderSummary(averages)
  expect(facts()).toEqual([
    ['Más alta', 'Lenguaje 6,3Tecnología 6,3'],
    ['Más baja', 'Inglés 3,8'],
    ['Bajo 4,0', 'Inglés 3,8'],
    ['Con concepto', 'Religión'],
  ])
})

it('states that no subject is under 4,0', () => {
  simulateDesktop()
  renderSummary([anAverage({ average: 4 })])
  expect(facts().at(-1)).toEqual(['Bajo 4,0', 'Ninguna'])
})

it('shows each average on the scale, as a diamond under 4,0, and stacks overlapping ones', () => {
  simulateDesktop()
  renderSummary(averages)
  const drawing = within(screen.getByRole('region')).getByRole('img', {
    name: 'Promedios en la escala de 1,0 a 7,0: el más bajo es 3,8 y el más alto, 6,3.',
  })
  const [low, ...dots] = Array.from(drawing.querySelectorAll('rect, circle'))
  expect([low?.tagName, low?.parentElement?.textContent]).toEqual(['rect', 'Inglés 3,8'])
  expect(dots.map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')])).toEqual([
    [`${(4 / 6) * 100}%`, '1.40625em'],
    [`${(5.3 / 6) * 100}%`, '1.40625em'],
    [`${(5.3 / 6) * 100}%`, '0.46875em'],
  ])
})

it('is not shown without a numeric average or on a phone', () => {
  renderSummary(averages)
  expect(summary()).toBeNull()
  document.body.replaceChildren()
  simulateDesktop()
  const { container } = renderSummary(averages.slice(4))
  expect(summary()).toBeNull()
  expect(container.querySelector('.panel-empty')).not.toBeNull()
})
