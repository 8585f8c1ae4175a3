import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

type Step = { uses?: string; run?: string; 'working-directory'?: string; with?: Record<string, unknown> }
type Job = { 'timeout-minutes'?: number; permissions?: unknown; steps: Step[] }
type Workflow = { on: Record<string, unknown>; permissions: unknown; jobs: Record<string, Job> }

const workflows = readdirSync(folder).map((name) => {
  const workflow: Workflow = parse(readFileSync(join(folder, name), 'utf8'))
  const jobs = Object.values(workflow.jobs)
  return { name, workflow, jobs, steps: jobs.flatMap(({ steps }) => steps) }
})
const commandsOf = (name: string) =>
  workflows.find((workflow) => workflow.name === name)?.steps.flatMap(({ run = [] }) => run) ?? []

describe('the hosted builds', () => {
  it('are the tests and the builds of both apps', () => {
    expect(workflows.map(({ name }) => name).sort()).toEqual(['android.yml', 'ios.yml', 'test.yml'])
    expect(commandsOf('test.yml')).toEqual(['.ci/run', 'npm run sbom'])
    expect(existsSync(join(root, '.ci/run'))).toBe(true)
    expect(commandsOf('android.yml')).toContain('npm run native -- android')
    expect(commandsOf('android.yml').join()).toMatch(/gradlew .*assembleDebug[\s\S]*gradlew .*bundleRelease/)
    expect(commandsOf('ios.yml')).toContain('npm run native -- ios')
    expect(commandsOf('ios.yml').join()).toContain('xcodebuild archive -project App.xcodeproj')
  })

  describe.each(workflows)('$name', ({ workflow, jobs, steps }) => {
    it('calls existing npm scripts in existing folders', () => {
      const called = steps.flatMap(({ run = '' }) =>
        Array.from(run.matchAll(/npm run ([\w:-]+)/g), ([, name]) => name),
      )
      expect(called.filter((name) => !(String(name) in scripts))).toEqual([])
      const folders = steps.flatMap((step) => step['working-directory'] ?? [])
      expect(folders.filter((path) => !existsSync(join(root, path)))).toEqual([])
    })

    it('pins each action to a commit', () => {
      for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
    })

    it('has read permission only, and keeps the repository’s token from the code that it builds', () => {
      expect(workflow.permissions).toEqual({ contents: 'read' })
      expect(jobs.filter(({ permissions }) => permissions !== undefined)).toEqual([])
      expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
      const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
      expect(checkout?.with).toEqual({ 'persist-credentials': false })
    })

    it('passes no untrusted text to a shell, and has a time limit', () => {
      expect(steps.filter(({ run = '' }) => run.includes('$' + '{{'))).toEqual([])
      for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    })
  })
})
