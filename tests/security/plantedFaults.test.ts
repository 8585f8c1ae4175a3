import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lacksOf, readPlantedFaults } from './plantedFaults.ts'

describe('the planted faults', () => {
  it('are one for each of sixteen rules, and name a test file that is there', () => {
    for (const { name, rule, suite } of readPlantedFaults()) {
      expect(rule, name).toMatch(/^(R([1-9]|[1-3]\d|40)|§[0-9])$/)
      expect(existsSync(join(import.meta.dirname, '../..', suite)), suite).toBe(true)
    }
  })

  it('are refused when one is missing, or two are of one rule', () => {
    const rules = readPlantedFaults().map(({ rule }) => ({ rule }))
    expect(lacksOf(rules)).toEqual([])
    expect(lacksOf(rules.slice(1))).toEqual(['15 planted faults instead of 16'])
    expect(lacksOf([...rules.slice(1), { rule: 'R20' }])).toEqual(['R20 has more than one'])
  })
})
