import { expect, it } from 'vitest'
import { breakText, dayOffLabel } from './dayOffText.ts'

it.each([
  ['holiday', 'Navidad', 'Feriado: Navidad'],
  ['vacation', 'Vacaciones de invierno', 'Vacaciones de invierno'],
  ['vacation', 'Fiestas Patrias', 'Vacaciones: Fiestas Patrias'],
  ['closure', 'Paro', 'Sin clases: Paro'],
  ['strike', 'Paro', 'Sin clases: Paro'],
])('a day off of kind %s with the name %s is “%s”', (kind, name, label) => {
  expect(dayOffLabel({ kind, name })).toBe(label)
})

it.each([
  ['2026-12-25', '2026-12-25', 'holiday', 'Navidad', 'Viernes 25: feriado, Navidad'],
  ['2026-06-22', '2026-07-03', 'vacation', 'Vacaciones', 'Del lunes 22 al viernes 3: vacaciones'],
  ['2026-12-05', '2027-02-28', 'vacation', 'Fin', 'Desde el sábado 5: vacaciones, Fin'],
  ['2026-10-14', '2026-10-15', 'closure', 'Paro', 'Del miércoles 14 al jueves 15: sin clases, Paro'],
])('a break from %s to %s, %s %s, is “%s”', (starts_on, ends_on, kind, name, text) => {
  expect(breakText({ starts_on, ends_on, kind, name })).toBe(text)
})
