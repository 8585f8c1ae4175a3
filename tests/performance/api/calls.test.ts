import { describe, expect, it } from 'vitest'
import { calls, callsNamed } from './calls.ts'

describe('the calls of a run', () => {
  it('are all of them, or those that are named', () => {
    expect(callsNamed('')).toEqual(calls)
    expect(callsNamed('Qualifications').map(({ name }) => name)).toEqual([
      'getPeriodQualifications',
      'getPeriodQualificationsBySubject',
    ])
  })

  it('are never none', () => {
    expect(() => callsNamed('getArears')).toThrow('--only knows getProfile, ')
  })
})
