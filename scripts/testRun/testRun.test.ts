// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { formatDuration } from './formatDuration.ts'
import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { summaryOf } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const { FORCE_COLOR: _, ...colorlessEnvironment } = process.env

/** Writes a project with these test files, which use the global `it` and `expect`. */
function newProject(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-test-run-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const startNpmTest = (folder: string) =>
  spawn(
    process.execPath,
    [
      '--import',
      join(root, 'scripts/preload.js'),
      join(root, 'scripts/test.ts'),
      `--root=${folder}`,
      '--globals',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...colorlessEnvironment, NO_COLOR: '1' } },
  )

describe('a run of Vitest', () => {
  it('logs its progress and its failures, and reports each test and each broken file', async () => {
    const folder = newProject({
      'good.test.js': "it('adds', () => expect(1 + 1).toBe(2)); it.skip('waits', () => {})",
      'bad.test.js': "it('subtracts', () => expect(2 - 1).toBe(2))",
      'broken.test.js': "import './nowhere.js'",
    })
    const report = join(folder, 'report.json')
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `import { ProgressReporter } from ${JSON.stringify(join(import.meta.dirname, 'ProgressReporter.ts'))}
       const reporters = [new ProgressReporter(20), ['json', { outputFile: ${JSON.stringify(report)} }]]
       export default { test: { reporters } }`,
    )
    const run = startNpmTest(folder)
    const [output, errors, [status]] = await Promise.all([
      text(run.stdout),
      text(run.stderr),
      once(run, 'close'),
    ])
    expect(status).toBe(1)
    expect(output).toMatch(/^ {2}\d of 3 files, \d tests passed, \d failed \(\d s\)$/m)
    expect(output).not.toContain('good.test.js')
    expect(errors).toContain('bad.test.js > subtracts')
    const tests = readVitestReport(report).map(({ file, ...test }) => ({
      ...test,
      file: file.split('/').at(-1),
    }))
    expect(tests.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
      { file: 'good.test.js', name: 'adds', outcome: 'passed' },
      { file: 'bad.test.js', name: 'subtracts', outcome: 'failed' },
      { file: 'broken.test.js', name: 'the file itself', outcome: 'failed' },
      { file: 'good.test.js', name: 'waits', outcome: 'skipped' },
    ])
  })
})

it('the report of Playwright counts a test that passed only on a retry as a failure', () => {
  const browserTest = (title: string, ...statuses: string[]) => ({
    title,
    tests: statuses.map((status) => ({ status })),
  })
  const suites = [
    {
      file: 'pages/agenda.spec.ts',
      title: 'pages/agenda.spec.ts',
      specs: [browserTest('opens', 'expected'), browserTest('prints', 'skipped')],
      suites: [
        {
          file: 'pages/agenda.spec.ts',
          title: 'a day',
          specs: [browserTest('closes', 'unexpected'), browserTest('stays', 'flaky')],
        },
      ],
    },
  ]
  const report = join(newProject({ 'report.json': JSON.stringify({ suites }) }), 'report.json')
  const of = (name: string, outcome: string) => ({ file: 'tests/e2e/pages/agenda.spec.ts', name, outcome })
  expect(readPlaywrightReport(report)).toEqual([
    of('opens', 'passed'),
    of('prints', 'skipped'),
    of('a day closes', 'failed'),
    of('a day stays', 'failed'),
  ])
})

it('the last lines list the failures, then the totals', () => {
  expect(summaryOf({ passed: 12, failed: [] })).toBe('\n12 passed, 0 failed')
  expect(summaryOf({ passed: 12, failed: ['Knip', 'tests/e2e/pages/agenda.spec.ts: opens'] })).toBe(
    '\nFailed:\n  Knip\n  tests/e2e/pages/agenda.spec.ts: opens\n\n12 passed, 2 failed',
  )
})

it.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 00 s'],
  [185_000, '3 min 05 s'],
])('%i ms are shown as %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})

it('a run that is stopped ends the programs that it started', async () => {
  const folder = newProject({
    'long.test.js': `import { writeFileSync } from 'node:fs'
      it('waits', async () => {
        writeFileSync(new URL('pid', import.meta.url), String(process.pid))
        await new Promise((resolve) => setTimeout(resolve, 600_000))
      }, 600_000)`,
  })
  const run = startNpmTest(folder)
  const ended = once(run, 'close')
  const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await expect.poll(pid).toBeGreaterThan(0)
  run.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  const isAlive = () => {
    try {
      return process.kill(pid(), 0)
    } catch {
      return false
    }
  }
  await expect.poll(isAlive).toBe(false)
})
