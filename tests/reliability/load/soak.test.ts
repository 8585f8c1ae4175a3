import { describe, expect, it } from 'vitest'
import { growthOf, SOAK_MINUTES_MIN, type SoakSample } from './soak.ts'

const soakSample = (rssMb: number, files = 60): SoakSample => ({ rssMb, files, lagSeconds: 0.02 })
const settlingSamples = [soakSample(90), soakSample(150), soakSample(180), soakSample(200)]

describe('the growth over a soak', () => {
  it('ignores the rounds of settling', () => {
    expect(growthOf([])).toBeUndefined()
    expect(growthOf(settlingSamples)).toBeUndefined()
  })

  it('can be measured in the shortest permitted soak', () => {
    const rounds = SOAK_MINUTES_MIN * 2
    expect(growthOf(Array.from({ length: rounds }, () => soakSample(90)))?.isSmall).toBe(true)
  })

  it('is small if only the first rounds allocated memory', () => {
    expect(growthOf([...settlingSamples, soakSample(270), soakSample(210)])?.isSmall).toBe(true)
  })

  it('is not small if memory or open files have grown', () => {
    expect(growthOf([...settlingSamples, soakSample(241)])?.isSmall).toBe(false)
    expect(growthOf([...settlingSamples, soakSample(201, 111)])?.isSmall).toBe(false)
  })

  it('is not small if a measurement failed', () => {
    expect(growthOf([...settlingSamples, soakSample(Number.NaN)])?.isSmall).toBe(false)
  })
})
