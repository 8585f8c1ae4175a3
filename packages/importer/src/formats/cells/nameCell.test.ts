import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import { courseCell, courseName, letterCell, splitCourse } from './courseCell.ts'
import { personNameCell, splitSurnames } from './nameCell.ts'
import { codeCell, longTextCell, nameCell } from './textCell.ts'

describe('the name of a person', () => {
  it.each([
    ['MARTINA ANTONIA', 'Martina Antonia'],
    ['MARÍA DE LA LUZ', 'María de la Luz'],
    ['DE LA FUENTE', 'De la Fuente'],
    ['DEL RÍO Y SOTO', 'Del Río y Soto'],
    ["O'RYAN", "O'Ryan"],
    ['MCDONALD', 'McDonald'],
    ['ÑANCO-PEÑA', 'Ñanco-Peña'],
    ['MACARENA', 'Macarena'],
    ['JUAN PABLO II', 'Juan Pablo II'],
    ['ENRIQUE VIII DE LA CRUZ', 'Enrique VIII de la Cruz'],
    ['MU\u200bÑOZ', 'Muñoz'],
    ['MA. JOSÉ', 'Ma. José'],
    ['McDonald', 'McDonald'],
    ['van der Berg', 'van der Berg'],
    ['  José \u200b  Luis\u0007 ', 'José Luis'],
    ['Jose\u0301', 'José'],
    ['<b>Ana</b>', '<b>Ana</b>'],
    ['=1+1 Ana', '=1+1 Ana'],
  ])('is read from %j', (text, value) => {
    expect(parseCell(personNameCell, text)).toBe(value)
  })

  it('needs a letter and has a maximum length', () => {
    expect(parseCell(personNameCell, '123')).toBe('no es un nombre (un nombre de hasta 120 caracteres)')
    expect(parseCell(personNameCell, 'a'.repeat(121))).toBe('es demasiado largo (hasta 120 caracteres)')
  })

  it.each([
    ['Sepúlveda Huenchul', 'Sepúlveda', 'Huenchul'],
    ['De la Fuente Muñoz', 'De la Fuente', 'Muñoz'],
    ['Muñoz De la Fuente', 'Muñoz', 'De la Fuente'],
    ['Ortega y Gasset Soto', 'Ortega y Gasset', 'Soto'],
    ['San Martín Del Río', 'San Martín', 'Del Río'],
    ['García Huidobro Tapia', 'García Huidobro', 'Tapia'],
    ['Pierre', 'Pierre', null],
  ])('%s is split into at most two surnames', (text, first, second) => {
    expect(splitSurnames(text)).toEqual([first, second])
  })
})

describe('the name of a course', () => {
  it.each([
    ['5° BÁSICO', '5° Básico'],
    ['5º basico', '5° Básico'],
    ['5 Básico', '5° Básico'],
    ['Quinto básico', '5° Básico'],
    ['5to Básico', '5° Básico'],
    ['5° Año Básico', '5° Básico'],
    ['8° año de enseñanza básica', '8° Básico'],
    ['II MEDIO', '2° Medio'],
    ['IV° Medio', '4° Medio'],
    ['1° medio', '1° Medio'],
    ['Primero Medio', '1° Medio'],
    ['PRE-KINDER', 'Prekínder'],
    ['1° Nivel de Transición (Pre-Kinder)', 'Prekínder'],
    ['2° NIVEL DE TRANSICIÓN (KINDER)', 'Kínder'],
    ['NT2', 'Kínder'],
    ['kinder', 'Kínder'],
    ['1º NIVEL BÁSICO (ADULTOS)', '1° Nivel Básico (Adultos)'],
    ['5° Medio', '5° Medio'],
    ['5to', '5° Básico'],
    ['8', '8° Básico'],
    ['4º', '4°'],
    ['Taller laboral', 'Taller laboral'],
  ])('%s becomes %s', (text, value) => {
    expect(courseName(text, null, null)).toBe(value)
  })

  it('comes from the Ministry’s codes if its text is incomplete', () => {
    expect(courseName('Quinto', '110.0', '5')).toBe('5° Básico')
    expect(courseName('3', '310', '3.0')).toBe('3° Medio')
    expect(courseName('Cuarto TP', '410', '4')).toBe('4° Medio')
    expect(courseName('Transición', '10', '4')).toBe('Prekínder')
    expect(courseName('Adultos', '363', '1')).toBe('Adultos')
  })

  it('is normalized in other sheets’ references, which include the letter', () => {
    expect(parseCell(courseCell, '5º BASICO a')).toBe('5° Básico A')
    expect(parseCell(courseCell, 'Kinder - B')).toBe('Kínder B')
    expect(parseCell(courseCell, '5A')).toBe('5A')
    expect(parseCell(courseCell, '12.0')).toBe('12')
    expect(parseCell(letterCell, 'b')).toBe('B')
    expect(parseCell(letterCell, 'electivo de historia')).toBe(
      'no es la letra de un curso (una letra como A)',
    )
  })
})

describe('a course name of another system', () => {
  it.each([
    ['5º BASICO A', '5° Básico', 'A'],
    ['5A', '5° Básico', 'A'],
    ['5ºb', '5° Básico', 'B'],
    ['7mo C', '7° Básico', 'C'],
    ['IV medio - HA', '4° Medio', 'HA'],
    ['1 A', '1', 'A'],
  ])('%s is split into %s and %s', (text, name, letter) => {
    expect(splitCourse(text)).toEqual({ name, letter })
  })

  it.each(['5° Básico', 'Taller', '5'])('%s has no letter', (text) => {
    expect(splitCourse(text)).toBeUndefined()
  })
})

describe('a text', () => {
  it('keeps its lines and loses invisible characters', () => {
    expect(parseCell(longTextCell, 'Uno\u0000 dos \r\n\r\n\r\n\r\n  tres\u202e\ttres  ')).toBe(
      'Uno dos\n\ntres tres',
    )
    expect(parseCell(longTextCell, '<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
    expect(parseCell(longTextCell, 'a\ud800b')).toBe('a\ufffdb')
    expect(parseCell(longTextCell, 'a'.repeat(4001))).toBe('es demasiado largo (hasta 4.000 caracteres)')
    expect(parseCell(nameCell, '\u0000')).toBe(
      'no tiene ningún signo que se pueda leer (un texto de hasta 120 caracteres)',
    )
    expect(parseCell(codeCell, '1º  Semestre')).toBe('1° Semestre')
  })
})
