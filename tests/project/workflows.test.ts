import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const workflowFolder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

type Step = { uses?: string; run?: string; 'working-directory'?: string; with?: Record<string, unknown> }
type Job = { 'timeout-minutes'?: number; permissions?: unknown; steps: Step[] }
type Workflow = { on: Record<string, unknown>; permissions: unknown; jobs: Record<string, Job> }

const workflows = readdirSync(workflowFolder).map((name) => {
  const workflow: Workflow = parse(readFileSync(join(workflowFolder, name), 'utf8'))
  const jobs = Object.values(workflow.jobs)
  return { name, workflow, jobs, steps: jobs.flatMap(({ steps }) => steps) }
})
const releaseWorkflow = workflows.find(({ name }) => name === 'release.yml')?.workflow

describe('the hosted builds', () => {
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
      expect(
        jobs.filter((job) => job.permissions !== undefined && job !== releaseWorkflow?.jobs.image),
      ).toEqual([])
      expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
      for (const { uses, with: inputs } of steps)
        if (uses?.startsWith('actions/checkout@')) expect(inputs).toEqual({ 'persist-credentials': false })
    })

    it('passes no untrusted text to a shell, and has a time limit', () => {
      expect(steps.filter(({ run = '' }) => run.includes('$' + '{{'))).toEqual([])
      for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    })
  })
})
