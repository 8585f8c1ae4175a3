import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsOfPlantedFaults, readPlantedFaults } from './plantedFaults.ts'

describe('the planted faults', () => {
  it('cover sixteen different rules, and each names an existing test file', () => {
    for (const { name, rule, suite } of readPlantedFaults()) {
      expect(rule, name).toMatch(/^(R([1-9]|[1-3]\d|40)|§[0-9])$/)
      expect(existsSync(join(import.meta.dirname, '../..', suite)), suite).toBe(true)
    }
  })

  it('are rejected if one is missing, or if two break the same rule', () => {
    const rules = readPlantedFaults().map(({ rule }) => ({ rule }))
    expect(problemsOfPlantedFaults(rules)).toEqual([])
    expect(problemsOfPlantedFaults(rules.slice(1))).toEqual(['15 planted faults instead of 16'])
    expect(problemsOfPlantedFaults([...rules.slice(1), { rule: 'R20' }])).toEqual(['R20 has more than one'])
  })
})
