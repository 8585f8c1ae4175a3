import { describe, expect, it } from 'vitest'
import { calls, callsNamed } from './calls.ts'

describe('the calls of a run', () => {
  it('are all calls, or the named ones', () => {
    expect(callsNamed('')).toEqual(calls)
    expect(callsNamed('Qualifications').map(({ name }) => name)).toEqual([
      'getPeriodQualifications',
      'getPeriodQualificationsBySubject',
    ])
  })

  it('are not empty: an unknown name throws', () => {
    expect(() => callsNamed('getArears')).toThrow('--only knows getProfile, ')
  })
})
