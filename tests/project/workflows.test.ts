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
const commandsOf = (name: string) =>
  workflows.find((workflow) => workflow.name === name)?.steps.flatMap(({ run = [] }) => run) ?? []

describe('the hosted builds', () => {
  it('are the tests, the builds of both apps and the release', () => {
    const names = ['android.yml', 'ios.yml', 'release.yml', 'test.yml']
    expect(workflows.map(({ name }) => name).sort()).toEqual(names)
    expect(commandsOf('test.yml')).toEqual(['.ci/run', 'npm run sbom'])
    expect(existsSync(join(root, '.ci/run'))).toBe(true)
    expect(commandsOf('android.yml')).toContain('npm run native -- android')
    expect(commandsOf('android.yml').join()).toMatch(/gradlew .*assembleDebug[\s\S]*gradlew .*bundleRelease/)
    expect(commandsOf('ios.yml')).toContain('npm run native -- ios')
    expect(commandsOf('ios.yml').join()).toContain('xcodebuild archive -project App.xcodeproj')
  })

  describe('the release', () => {
    it('is made by a tag only, after the tests', () => {
      expect(releaseWorkflow?.on).toEqual({ push: { tags: ['v*'] } })
      expect(releaseWorkflow?.jobs.image).toMatchObject({ needs: 'test' })
      expect(releaseWorkflow?.jobs.test?.steps.map(({ run }) => run)).toContain('.ci/run')
    })

    it('may write the release, the image and its signed origin, and nothing else', () => {
      const permissions = { contents: 'write', packages: 'write', 'id-token': 'write', attestations: 'write' }
      expect(releaseWorkflow?.jobs.image?.permissions).toEqual(permissions)
    })

    it('names the image by its digest, with its provenance and the bill of materials', () => {
      const steps = releaseWorkflow?.jobs.image?.steps ?? []
      const commands = commandsOf('release.yml').join('\n')
      expect(commands).toContain('--provenance mode=max --sbom true --push')
      expect(commands).toContain('gh release create')
      expect(steps.find(({ uses }) => uses?.startsWith('actions/attest@'))?.with).toEqual({
        'subject-name': '$' + '{{ steps.push.outputs.image }}',
        'subject-digest': '$' + '{{ steps.push.outputs.digest }}',
        'push-to-registry': true,
      })
    })
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
