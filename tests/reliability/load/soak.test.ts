import { describe, expect, it } from 'vitest'
import { growthOf, SOAK_MINUTES_MIN, type SoakSample } from './soak.ts'

const sample = (rssMb: number, files = 60): SoakSample => ({ rssMb, files, lagSeconds: 0.02 })
const settling = [sample(90), sample(150), sample(180), sample(200)]

describe('the growth over a soak', () => {
  it('ignores the rounds of settling', () => {
    expect(growthOf([])).toBeUndefined()
    expect(growthOf(settling)).toBeUndefined()
  })

  it('can be measured in the shortest permitted soak', () => {
    const rounds = SOAK_MINUTES_MIN * 2
    expect(growthOf(Array.from({ length: rounds }, () => sample(90)))?.isSmall).toBe(true)
  })

  it('is small if only the first rounds allocated memory', () => {
    expect(growthOf([...settling, sample(270), sample(210)])?.isSmall).toBe(true)
  })

  it('is not small if memory or open files have grown', () => {
    expect(growthOf([...settling, sample(241)])?.isSmall).toBe(false)
    expect(growthOf([...settling, sample(201, 111)])?.isSmall).toBe(false)
  })

  it('is not small if a measurement failed', () => {
    expect(growthOf([...settling, sample(Number.NaN)])?.isSmall).toBe(false)
  })
})
