import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { generateSchools } from '../import/importing.ts'
import { differencesOf, readStates } from '../import/schoolState.ts'
import type { DiskScene } from './diskTrials.ts'

const root = join(import.meta.dirname, '../../..')
const STUDENT_COUNT = '400'

type CommandResult = { code: number | null; output: string[] }

async function runCommand(
  { stage }: DiskScene,
  entry: 'admin' | 'import',
  args: string[],
): Promise<CommandResult> {
  const program = startProgram(
    process.execPath,
    ['--import', './scripts/preload.js', `apps/cli/src/${entry}.ts`, ...args],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', ...stage.environment },
    },
  )
  const code = await program.ended
  return { code, output: program.output().split('\n').filter(Boolean) }
}

const DISK_FULL_MESSAGE = /el disco (de la base de datos )?está lleno/i
const isReported = ({ code, output }: CommandResult) =>
  code === 1 &&
  output.some((line) => DISK_FULL_MESSAGE.test(line)) &&
  !output.some((line) => /^\s+at /.test(line))

export async function checkBackupOnFullDisk(scene: DiskScene): Promise<Verdict> {
  const folder = join(scene.serverDisk.folder, 'backups')
  mkdirSync(folder)
  scene.serverDisk.fill()
  const refused = await runCommand(scene, 'admin', ['backup', 'create', folder])
  const remaining = readdirSync(folder)
  scene.serverDisk.empty()
  const repeated = await runCommand(scene, 'admin', ['backup', 'create', folder])
  const backups = readdirSync(folder)
  return {
    isGood: isReported(refused) && remaining.length === 0 && repeated.code === 0 && backups.length === 1,
    summary: `ended with ${refused.code}: ${refused.output.at(-1)}; ${remaining.length} files left of it; with space again ${repeated.code}, ${backups.length} file`,
  }
}

export async function checkImportOnFullDisk(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { db } = stage.school.services
  const set = join(stage.folder, 'set')
  if (!existsSync(set)) await generateSchools(set, ['--students', STUDENT_COUNT, '--schools', '1'])
  await runCommand(scene, 'admin', ['demo', 'off']) // a school cannot be imported beside the demo
  const before = await readStates(db)
  databaseDisk.fill()
  const refused = await runCommand(scene, 'import', [set, '--apply'])
  databaseDisk.empty()
  await stage.postgres.stop() // PostgreSQL stops by itself when its log cannot be written
  await stage.postgres.start()
  const after = await readStates(db)
  const changed = [...after.keys()].filter((rbd) => differencesOf(before.get(rbd), after.get(rbd)).length > 0)
  const repeated = await runCommand(scene, 'import', [set, '--apply'])
  return {
    isGood: isReported(refused) && changed.length === 0 && repeated.code === 0,
    summary: `ended with ${refused.code}: ${refused.output.at(-1)}; ${changed.length} schools changed; with space again ${repeated.code}`,
  }
}
