import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Round, runLongForm } from './suiteProgress.ts'

const newProgressFolder = () => mkdtempSync(join(tmpdir(), 'apoderados-progress-'))
const longForm = { suite: 'sec-test', minutes: 1, goal: 30 }
const goodRound: Round = { count: 10, isGood: true }
const failedRound: Round = { count: 10, isGood: false }

describe('a long form', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  let folder: string
  beforeEach(() => {
    folder = newProgressFolder()
    log.mockClear()
  })
  afterAll(() => log.mockRestore())

  /** Simulates a run whose rounds have these results, and which then reaches its time limit. */
  async function run(rounds: Round[], settings: { code?: string; only?: string } = {}) {
    const { code = 'one', only = '' } = settings
    const seeds: number[] = []
    const remaining = [...rounds]
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (remaining.length > 0 ? 0 : 60_000))
    const { done } = await runLongForm(
      { ...longForm, only },
      (seed) => {
        seeds.push(seed)
        return Promise.resolve(remaining.shift() ?? goodRound)
      },
      { folder, code },
    )
    clock.mockRestore()
    return { done, seeds }
  }

  it('continues where the last run ended, with seeds that no run had before', async () => {
    const first = await run([goodRound, goodRound])
    expect(first).toEqual({ done: 20, seeds: [1_000_001, 1_000_002] })
    expect(await run([goodRound])).toEqual({ done: 30, seeds: [1_000_003] })
    expect(log).not.toHaveBeenCalled()
  })

  it('does not count a round that failed, ends with it, and begins the next run with it', async () => {
    expect(await run([goodRound, failedRound, goodRound])).toEqual({
      done: 10,
      seeds: [1_000_001, 1_000_002],
    })
    expect(await run([goodRound])).toEqual({ done: 20, seeds: [1_000_002] })
  })

  it('never reaches its goal by rounds that fail', async () => {
    await run([failedRound])
    await run([failedRound])
    expect((await run([failedRound])).done).toBe(0)
  })

  it('starts over after its goal, without a message', async () => {
    await run([goodRound, goodRound, goodRound])
    expect(await run([goodRound])).toEqual({ done: 10, seeds: [1_000_004] })
    expect(log).not.toHaveBeenCalled()
  })

  it('starts over with other code, and says so', async () => {
    await run([goodRound, goodRound])
    expect(await run([goodRound], { code: 'two' })).toEqual({ done: 10, seeds: [1_000_003] })
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('sec-test, long form: starts over'))
  })

  it('starts over when another part is chosen', async () => {
    await run([goodRound, goodRound])
    expect((await run([goodRound], { only: 'clock' })).done).toBe(10)
    expect((await run([goodRound], { only: 'clock' })).done).toBe(20)
    expect((await run([goodRound])).done).toBe(10)
  })

  it('starts over after a run that did not note its code', async () => {
    writeFileSync(join(folder, 'sec-test.json'), JSON.stringify({ done: 20, round: 3 }))
    expect(await run([goodRound])).toEqual({ done: 10, seeds: [1_000_003] })
  })
})
