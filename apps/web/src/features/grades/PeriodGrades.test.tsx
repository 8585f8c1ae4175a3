import type { SubjectAverage } from '@apoderados/contract/grades'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anAverage } from '../../testing/data/anAverage.ts'
import { PeriodGrades } from './PeriodGrades.tsx'

function renderPeriod(averages: SubjectAverage[], average: number | null = 5) {
  const period = { id: 7, name: '1° Semestre', grades: { averages, average } }
  render(<PeriodGrades student_id={1} period={period} periods={[period]} isSettled={true} />)
}
const rows = () => within(screen.getByRole('list')).getAllByRole('button')

describe('a subject', () => {
  it.each([
    [5.44, 'Matemática 5,4'],
    [5.45, 'Matemática 5,5'],
    [7, 'Matemática 7,0'],
    [4, 'Matemática 4,0'],
    [3.95, 'Matemática Bajo 4,0 4,0'],
    [1, 'Matemática Bajo 4,0 1,0'],
    [null, 'Matemática —'],
  ])('with the average %s reads %s', (average, text) => {
    renderPeriod([anAverage({ average })])
    const [row] = rows()
    expect(row?.textContent?.replace(/\s+/g, ' ')).toBe(text)
    expect(row?.querySelectorAll('.text-negative-text, .bg-negative')).toHaveLength(
      text.includes('Bajo') ? 3 : 0,
    )
  })

  it.each([
    [1, '0%'],
    [4, '50%'],
    [7, '100%'],
    [9, '100%'],
  ])('with the average %s has a bar of %s, which readers of the screen are spared', (average, width) => {
    renderPeriod([anAverage({ average })])
    const [row] = rows()
    const bar = row?.querySelector<HTMLElement>('.scale > span')
    expect(bar?.style.width).toBe(width)
    expect(bar?.closest('[aria-hidden="true"]')).not.toBeNull()
  })

  it.each([
    ['other', 'MB', 'Religión Se evalúa con concepto MB · Muy bueno'],
    ['other', 'B', 'Religión Se evalúa con concepto B · Bueno'],
    ['other', 'S', 'Religión Se evalúa con concepto S · Suficiente'],
    ['other', 'I', 'Religión Se evalúa con concepto I · Insuficiente'],
    ['other', 'L', 'Religión Se evalúa con concepto L'],
    ['other', null, 'Religión Se evalúa con concepto —'],
    ['porcentaje', '80%', 'Religión Se evalúa con concepto 80%'],
  ])('of scale %s with the concept %s has no bar', (scale_type, note_scale_value, text) => {
    renderPeriod([anAverage({ subject: 'Religión', scale_type, average: 3, note_scale_value })])
    const [row] = rows()
    expect(row?.textContent).toBe(text)
    expect(row?.querySelector('.scale, .text-negative-text')).toBeNull()
  })
})

describe('the average of the period', () => {
  it.each([
    [6.04, 'Promedio del período 6,0'],
    [3.95, 'Promedio del período Bajo 4,0 4,0'],
    [null, 'Promedio del período —'],
  ])('%s reads %s', (average, text) => {
    renderPeriod([anAverage()], average)
    const line = screen.getByText('Promedio del período').closest('p')
    expect(line?.textContent?.replace(/\s+/g, ' ')).toBe(text)
  })
})
