import { describe, expect, it } from 'vitest'
import { judgeSignatures } from './signatures.ts'

const verifiedOutput = 'audited 900 packages in 9s\n\n900 packages have verified registry signatures\n'

describe('the signatures of packages', () => {
  it('are good when npm verified them', () => {
    expect(judgeSignatures({ status: 0, output: verifiedOutput })).toEqual({
      detail: '900 packages have verified registry signatures',
      faults: [],
    })
  })

  it.each([
    ['no way to a key', { status: 1, output: 'npm error code ENOTFOUND' }, 'NOT CHECKED (ENOTFOUND)'],
    ['no time', { status: null, output: '' }, 'NOT CHECKED (npm came to no end)'],
  ])('are reported as not checked with %s', (_, output, detail) => {
    expect(judgeSignatures(output)).toEqual({ detail, faults: [], isChecked: false })
  })

  it.each([
    ['one is wrong', { status: 1, output: `${verifiedOutput}\n1 package has an invalid registry signature` }],
    ['one is missing', { status: 1, output: '2 packages have missing registry signatures\nECONNRESET' }],
    ['npm fails otherwise', { status: 1, output: 'npm error code EUSAGE' }],
    ['npm says nothing', { status: 0, output: '' }],
  ])('are a fault if %s', (_, output) => {
    expect(judgeSignatures(output).faults).toHaveLength(1)
  })
})
