import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import type { App, CommandResult } from './appProcesses.ts'

const SCRIPT_FOLDER = join(import.meta.dirname, '../../../deploy/systemd')

/** Replacements of the programs that the scripts of deploy/ call on a machine. */
const standIns: Record<string, string> = {
  systemctl: 'exec curl --silent --show-error --fail-with-body --data "$*" "$SUITE_SYSTEMD"',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  'apoderados-command': '. "$SUITE_SETTINGS/$1.env"; shift; exec "$@"',
  // All versions share the installed packages, and the calls need no web app.
  npm: 'case "$*" in "ci --ignore-scripts" | "run build") exit 0 ;; esac; exec "$SUITE_NPM" "$@"',
}

export type RunScript = (name: string, ...args: string[]) => Promise<CommandResult>

function writeScript(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Installs the scripts of deploy/systemd and the stand-ins in `folder`; returns a function that runs a script. */
export function installScripts(
  app: App,
  { folder, systemdUrl, databasePort }: { folder: string; systemdUrl: string; databasePort: number },
): RunScript {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, text] of Object.entries(standIns)) writeScript(join(bin, name), `#!/bin/sh\n${text}\n`)
  for (const name of ['apoderados-restart', 'apoderados-rollback', 'apoderados-backup', 'apoderados-restore'])
    writeScript(join(bin, name), readFileSync(join(SCRIPT_FOLDER, name), 'utf8'))
  const { PATH: _, ...settings } = app.environmentOf('owner')
  const { username, password } = new URL(settings.DATABASE_URL ?? '')
  const repository = { RESTIC_REPOSITORY: join(folder, 'repository'), RESTIC_PASSWORD: 'a password' }
  const lines = Object.entries({
    ...settings,
    ...repository,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: 'apoderados',
  }).map(([name, value]) => `export ${name}='${value}'\n`)
  writeFileSync(join(folder, 'backup.env'), lines.join(''), { mode: 0o600 })
  execFileSync('restic', ['init', '--quiet'], { env: { ...process.env, ...repository } })
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    APODERADOS_APP: app.folder,
    SUITE_SETTINGS: folder,
    SUITE_SYSTEMD: systemdUrl,
    SUITE_NPM: execFileSync('which', ['npm']).toString().trim(),
    PGHOST: '127.0.0.1',
    PGPORT: String(databasePort),
    PGUSER: 'postgres',
  }
  return async (name, ...args) => {
    const program = await runToEnd(join(bin, name), args, { env })
    return { code: await program.ended, output: program.output().trim() }
  }
}
