import { expect, it } from 'vitest'
import { freeTop } from './toastPlace.ts'

// A toast of 50 px, with a largest top of 700 px and a smallest top of 20 px, at least 8 px away from each control.
const place = (...occupied: [number, number][]) => freeTop(50, 700, 20, occupied)

it('has its preferred place if no control is there', () => {
  expect(place()).toBe(700)
  expect(place([0, 692], [758, 800])).toBe(700)
})

it('moves up to the nearest place between controls', () => {
  expect(place([720, 764])).toBe(662)
  expect(place([720, 764], [640, 690])).toBe(582)
  expect(place([720, 764], [640, 655])).toBe(582) // 65 px between the controls are too few
  expect(place([720, 764], [640, 654])).toBe(662) // 66 px between the controls are enough
})

it('has no place if the controls leave none', () => {
  expect(place([0, 800])).toBeUndefined()
  expect(place([70, 800])).toBeUndefined()
  expect(place([78, 800])).toBe(20)
})
