import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { dispatch } from '../../shared/session/store.ts'
import { aProfile, aStudent } from '../../testing/data/people.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { subscribePrinting } from './printHeading.ts'

const heading = () => document.querySelector('.print-heading')
const headingLines = () => Array.from(heading()?.children ?? [], ({ textContent }) => textContent)
const dispatchPrintEvent = (moment: 'beforeprint' | 'afterprint') => dispatchEvent(new Event(moment))

beforeEach(() => {
  document.body.replaceChildren()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T02:30:00Z') }) // 25 November in Chile
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(subscribePrinting())
})

it('has student, course, school, day and the note that the sheet is no certificate', () => {
  signedIn()
  dispatchPrintEvent('beforeprint')
  expect(headingLines()).toEqual([
    'Martina Antonia Sepúlveda Huenchul',
    '5° Básico A · Colegio Los Aromos',
    'Miércoles 25 de noviembre de 2026 · Informativo, no es certificado',
  ])
  expect(heading()).toHaveProperty('hidden', true)
})

it('names the chosen student by the social name, and is empty after the sign-out', () => {
  const other = aStudent({ id: 2, social_name: 'Alex', enrollment: null })
  signedIn(aProfile({ students: [aStudent(), other] }))
  dispatch({ type: 'studentSelected', student_id: 2 })
  expect(headingLines().slice(0, 2)).toEqual([
    'Alex (Martina Antonia Sepúlveda Huenchul)',
    'Colegio Los Aromos',
  ])
  dispatch({ type: 'signedOut' })
  expect(headingLines()).toEqual([])
})
