import { describe, expect, it } from 'vitest'
import { judgeSignatures } from './signatures.ts'

const good = 'audited 900 packages in 9s\n\n900 packages have verified registry signatures\n'

describe('the signatures of packages', () => {
  it('are good when npm verified them', () => {
    expect(judgeSignatures({ status: 0, words: good })).toEqual({
      told: '900 packages have verified registry signatures',
      faults: [],
    })
  })

  it.each([
    ['no way to a key', { status: 1, words: 'npm error code ENOTFOUND' }, 'NOT CHECKED (ENOTFOUND)'],
    ['no time', { status: null, words: '' }, 'NOT CHECKED (npm came to no end)'],
  ])('are told as not checked when there was %s', (_, said, told) => {
    expect(judgeSignatures(said)).toEqual({ told, faults: [], isChecked: false })
  })

  it.each([
    ['one is wrong', { status: 1, words: `${good}\n1 package has an invalid registry signature` }],
    ['one is missing', { status: 1, words: '2 packages have missing registry signatures\nECONNRESET' }],
    ['npm fails otherwise', { status: 1, words: 'npm error code EUSAGE' }],
    ['npm says nothing', { status: 0, words: '' }],
  ])('are a fault when %s', (_, said) => {
    expect(judgeSignatures(said).faults).toHaveLength(1)
  })
})
