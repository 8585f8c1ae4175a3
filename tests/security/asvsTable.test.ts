import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultOfEvidenceKinds, faultsOfRow, type RanTest, readRows } from './asvsTable.ts'

const docsFolder = join(import.meta.dirname, '../../docs')
const asvsRows = readRows(readFileSync(join(docsFolder, 'asvs.md'), 'utf8'))
const suiteResults = [
  { name: 'security/static', hasPassed: true },
  { name: 'security/auth', hasPassed: false },
]
const rowsWith = (evidence: string, id = '8.2.2') => readRows(`| ${id} | 1 | of data | ${evidence} |`)
const testResults = (hasPassed: boolean): RanTest[] => [
  { file: '/here/apps/server/src/authz.test.ts', name: 'all each parent is answered', hasPassed },
]
const faultsIn = (evidence: string, hasPassed = true, id?: string) =>
  rowsWith(evidence, id).flatMap((row) =>
    faultsOfRow(row, { tests: testResults(hasPassed), suites: suiteResults, docs: docsFolder }),
  )

describe('the table of ASVS', () => {
  it('has each requirement of levels 1 and 2 and the chosen ones of level 3, once', () => {
    const idsOf = (level: string) => asvsRows.filter((row) => row.level === level).map(({ id }) => id)
    expect(new Set(asvsRows.map(({ id }) => id)).size).toBe(asvsRows.length)
    expect(['1', '2'].map((level) => idsOf(level).length)).toEqual([70, 183])
    const [, chosen = ''] =
      /Of level 3 also ([\d., ]+\d)/.exec(readFileSync(join(docsFolder, 'security.md'), 'utf8')) ?? []
    expect(idsOf('3')).toEqual(chosen.split(', '))
    expect(idsOf('3')).toHaveLength(10)
  })

  it('names a permitted kind of evidence for each requirement', () => {
    expect(asvsRows.map(faultOfEvidenceKinds).filter(Boolean)).toEqual([])
  })
})

describe('a row', () => {
  const test = '`src/authz.test.ts` “each parent”'

  it('is met by a test that passed', () => {
    expect(faultsIn(test)).toEqual([])
    expect(faultsIn('`npm run static -w tests/security`; [rules](security.md#the-rules)')).toEqual([])
  })

  it('is met by a document only if it asks for one and is marked so', () => {
    const rules = 'documentation: [rules](security.md#the-rules)'
    expect(faultsIn(rules, true, '8.1.1')).toEqual([])
    expect(faultsIn(rules, true, '8.2.1')).toEqual(['8.2.1 does not ask for a document'])
    expect(faultsIn('documentation: [rules](security.md#the-laws)', true, '8.1.1')).toHaveLength(1)
  })

  it.each([
    ['a test that failed', test, false],
    ['a test that is not there', '`src/authz.test.ts` “nobody”', true],
    ['a test of another file', '`src/other.test.ts` “each parent”', true],
    ['a command that is not there', '`npm run nothing -w tests/security`', true],
    ['a command that has not passed on this code', '`npm run auth -w tests/security`', true],
    ['a document alone', '[rules](security.md#the-rules)', true],
    ['a script that is no suite', '`npm run build`', true],
    ['what is not met', 'open: not done yet', true],
    ['a heading that is not there', '[rules](security.md#the-laws)', true],
    ['a deviation with nothing against it', 'deviation: it must be; [rules](security.md#the-rules)', true],
  ])('is refused with %s', (_, evidence, hasPassed) => {
    expect(faultsIn(evidence, hasPassed)).toHaveLength(1)
  })
})
