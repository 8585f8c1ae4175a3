import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@apoderados/server/config'
import { describe, expect, it } from 'vitest'
import { parseUnit, readText, root } from './deployFiles.ts'

const serviceUnits = ['apoderados@.service', 'apoderados-schema.service', 'apoderados-backup.service']
const APP_FOLDER = '/srv/apoderados/app/'
const { start: startScript } = JSON.parse(readText('package.json')).scripts

describe.each(serviceUnits)('%s', (name) => {
  const { ExecStart: [command = ''] = [], ...settings } = parseUnit(name)

  it('runs the repository’s own Node on a file that exists', () => {
    const [node = '', ...args] = command.split(' ')
    expect(node).toBe(`${APP_FOLDER}node_modules/.bin/node`)
    const files = args.filter((arg) => /^(\.\/scripts|apps)\//.test(arg))
    expect(files).toHaveLength(2)
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
    expect(settings.WorkingDirectory).toEqual([APP_FOLDER.slice(0, -1)])
  })

  it('runs as an unprivileged user that can write only to its own folder, with limited memory', () => {
    expect(settings).toMatchObject({
      User: ['apoderados'],
      NoNewPrivileges: ['yes'],
      CapabilityBoundingSet: [''],
      ProtectSystem: ['strict'],
      PrivateTmp: ['yes'],
      StateDirectory: ['apoderados'],
      UMask: ['0077'],
      MemoryMax: [expect.stringMatching(/^\d+[MG]$/)],
    })
    expect(settings.ReadWritePaths ?? []).toEqual(name.includes('backup') ? ['/respaldos'] : [])
  })
})

describe('systemd', () => {
  it.each([
    ['apoderados@.service', 'server'],
    ['apoderados-schema.service', 'owner'],
    ['apoderados-backup.service', 'operator'],
  ])('gives %s the database account of the %s', (name, account) => {
    const files = parseUnit(name).EnvironmentFile?.filter((path) => !/(common|backup)\.env$/.test(path))
    expect(files).toEqual([`/etc/apoderados/${account}.env`])
  })

  it('starts the server as npm does, after the schema exists, and waits until it has drained', () => {
    const { ExecStart, Requires, After, Environment, TimeoutStopSec } = parseUnit('apoderados@.service')
    const flags = /exec node (.+)$/.exec(startScript)?.[1]
    expect(ExecStart).toEqual([`${APP_FOLDER}node_modules/.bin/node ${flags}`])
    expect(Requires).toEqual(['apoderados-schema.service'])
    expect(After?.join(' ')).toContain('apoderados-schema.service')
    expect(Environment).toEqual(['PORT=%i'])
    expect(Number(TimeoutStopSec) * 1000).toBeGreaterThan(limits.drainMs + limits.mailStopMs)
  })

  it('restarts a process of the server that died', () => {
    expect(parseUnit('apoderados@.service')).toMatchObject({ Restart: ['on-failure'], RestartSec: ['2'] })
  })

  it('backs up each night, also after a night without power', () => {
    expect(parseUnit('apoderados-backup.timer')).toMatchObject({
      OnCalendar: ['*-*-* 03:30'],
      Persistent: ['true'],
      WantedBy: ['timers.target'],
    })
  })
})
