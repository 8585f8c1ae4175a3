import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { runAdmin } from './appProcesses.ts'
import { NEW_PASSWORD, OTHER_PARENT_EMAIL, PARENT_EMAIL, readPages, signIn } from './family.ts'
import { findChangedTables, readRows } from './releaseRows.ts'
import type { ReleaseEnvironment } from './releaseTrials.ts'
import { checkOut, commitMigration, currentCommit } from './versions.ts'

/** Tables that deploy/after-restore.sql empties and that the comparison includes. */
const TABLES_EMPTIED_BY_RESTORE = ['calendar_feeds', 'recovery_codes']

/** Checks that a migration which fails at its second statement is undone, and that the running processes go on. */
export async function checkFailedMigration(scene: ReleaseEnvironment): Promise<Verdict> {
  const { app, runScript, url, databaseUrl, current } = scene
  const jwt = await signIn(url, PARENT_EMAIL)
  const sql = 'alter table students add column half text;\n--> statement-breakpoint\nselect 1 / 0;'
  commitMigration(app.folder, { name: 'fails', sql, isAdditive: true })
  const restart = await runScript('apoderados-restart')
  const { columns } = await readRows(databaseUrl)
  const hasTrace = columns.get('students')?.includes('half')
  const pages = await readPages(url, jwt)
  checkOut(app.folder, current)
  const again = await runScript('apoderados-restart')
  return {
    isGood: restart.code !== 0 && !hasTrace && again.code === 0,
    summary: `the restart ended with ${restart.code}: ${restart.output.split('\n')[0]}; ${hasTrace ? 'HALF' : 'nothing'} of it in the tables; ${pages} reads answered by the version of before, whose restart ended with ${again.code}`,
  }
}

/** Checks that the rollback of a breaking migration needs the option to lose changes, and then restores the backup. */
export async function checkBreakingRollback(scene: ReleaseEnvironment): Promise<Verdict> {
  const { app, runScript, url, databaseUrl, current } = scene
  const before = await readRows(databaseUrl)
  const backup = await runScript('apoderados-command', 'backup', 'apoderados-backup')
  const breaking = commitMigration(app.folder, {
    name: 'breaks',
    sql: 'alter table closures add column reason text not null;',
    isAdditive: false,
  })
  const upgrade = await runScript('apoderados-restart')
  const jwt = await signIn(url, PARENT_EMAIL)
  const share = await runAdmin(app, 'operator', 'account', 'share', PARENT_EMAIL, '--phone', 'no')
  const refused = await runScript('apoderados-rollback', current)
  const isUntouched = currentCommit(app.folder) === breaking && (await readPages(url, jwt)) > 0
  const back = await runScript('apoderados-rollback', current, '--lose-changes', 'latest')
  const changed = (await findChangedTables(databaseUrl, before)).filter(
    (name) => !TABLES_EMPTIED_BY_RESTORE.includes(name),
  )
  const pages = await readPages(url, await signIn(url, OTHER_PARENT_EMAIL, NEW_PASSWORD))
  const codes = [backup, upgrade, share, refused, back].map(({ code }) => code)
  return {
    isGood: codes.join() === '0,0,0,1,0' && isUntouched && changed.length === 0,
    summary: `backup, upgrade, command, way back without and with the option ended with ${codes.join()}; without it ${isUntouched ? 'nothing' : 'SOMETHING'} changed: ${refused.output.split('\n')[0]} With it: ${back.output.split('\n')[0]} Tables that are not as before the migration: ${changed.join() || 'none'}; ${pages} reads answered`,
  }
}
