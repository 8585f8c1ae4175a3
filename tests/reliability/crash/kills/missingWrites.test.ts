import { describe, expect, it } from 'vitest'
import { missingWrites } from './missingWrites.ts'

const ALL_WRITE_NAMES = [
  ...['sign-in', 'wrong password', 'sign-out', 'change of password', 'request for a code', 'wrong code'],
  ...['use of a code', 'push token saved', 'push token removed', 'refused read'],
]

describe('a run that must not count', () => {
  it('has a round without an acknowledged write', () => {
    expect(missingWrites([ALL_WRITE_NAMES, [], ['sign-in']])).toEqual([
      'not acknowledged: anything in round 2',
    ])
  })

  it('lacks a kind of write', () => {
    const without = ALL_WRITE_NAMES.filter((name) => name !== 'use of a code')
    expect(missingWrites(Array(40).fill(without))).toEqual(['not acknowledged: use of a code, 2 at least'])
  })
})

describe('a run that counts', () => {
  it('has every kind of write', () => {
    expect(missingWrites(Array(40).fill(ALL_WRITE_NAMES))).toEqual([])
  })

  it('may lack a kind of write if it is short', () => {
    expect(missingWrites(Array(4).fill(['sign-in']))).toEqual([])
  })
})
