import { kindsOf, startLoad } from '@apoderados/tests-support/environment/requestLoad.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { type App, type CommandResult, runAdmin } from './appProcesses.ts'
import {
  changePassword,
  NEW_PASSWORD,
  OTHER_PARENT_EMAIL,
  openSessions,
  PARENT_EMAIL,
  readPages,
  STUDENT_ID,
  savePushToken,
  sendNewCalls,
  signIn,
} from './family.ts'
import { countRows, findChangedTables, readRows } from './releaseRows.ts'
import type { RunScript } from './scripts.ts'
import { checkOut, currentCommit } from './versions.ts'

const CONNECTIONS = 4
const CALL_PAUSE_MS = 100

export type ReleaseEnvironment = {
  app: App
  runScript: RunScript
  /** The address of nginx, which forwards to both processes. */
  url: string
  databaseUrl: string
  /** The commits of the released version and of the one under test. */
  released: string
  current: string
}

/** Lets families read and write through nginx while `change` replaces the processes. */
async function changeUnderLoad({ url }: ReleaseEnvironment, change: () => Promise<CommandResult>) {
  const jwts = await openSessions(url)
  const school = { jwts, studentId: STUDENT_ID }
  const load = startLoad(url, school, { connections: CONNECTIONS, withWrites: true, pauseMs: CALL_PAUSE_MS })
  const { code, output } = await change()
  const { calls, failed } = await load.stop()
  return {
    isGood: code === 0 && calls > 0 && failed.length === 0,
    summary: `${calls} calls meanwhile, ${failed.length} failed (${kindsOf(failed)})${code === 0 ? '' : `; ended with ${code}: ${output}`}`,
  }
}

/** Checks that this version keeps the released version's rows, and accepts its sessions and passwords. */
export async function checkUpgrade(scene: ReleaseEnvironment): Promise<Verdict> {
  const { app, runScript, url, databaseUrl, current } = scene
  const jwt = await signIn(url, PARENT_EMAIL)
  await savePushToken(url, jwt, 'written before the upgrade')
  const before = await readRows(databaseUrl)
  const { isGood, summary } = await changeUnderLoad(scene, async () => {
    checkOut(app.folder, current)
    return runScript('apoderados-restart')
  })
  const changed = await findChangedTables(databaseUrl, before)
  const pages = await readPages(url, jwt)
  return {
    isGood: isGood && changed.length === 0,
    summary: `${summary}; ${countRows(before)} rows in ${before.columns.size} tables, changed: ${changed.join() || 'none'}; ${pages} reads answered in the session of before`,
  }
}

/** Checks that this version's rows survive a rollback to the released code, and the upgrade back to this version. */
export async function checkRollback(scene: ReleaseEnvironment): Promise<Verdict> {
  const { app, runScript, url, databaseUrl, released, current } = scene
  const jwt = await signIn(url, PARENT_EMAIL)
  await sendNewCalls(url, jwt)
  await changePassword(url)
  const share = await runAdmin(app, 'operator', 'account', 'share', PARENT_EMAIL, '--email', 'si')
  const before = await readRows(databaseUrl)
  const back = await changeUnderLoad(scene, () => runScript('apoderados-rollback', released))
  const isReleased = currentCommit(app.folder) === released
  const changedByRollback = await findChangedTables(databaseUrl, before)
  const pages = await readPages(url, await signIn(url, OTHER_PARENT_EMAIL, NEW_PASSWORD))
  await savePushToken(url, jwt, 'written after the rollback')
  const forth = await changeUnderLoad(scene, async () => {
    checkOut(app.folder, current)
    return runScript('apoderados-restart')
  })
  const changed = [...changedByRollback, ...(await findChangedTables(databaseUrl, before))]
  await sendNewCalls(url, jwt)
  return {
    isGood: share.code === 0 && isReleased && back.isGood && forth.isGood && changed.length === 0,
    summary: `back: ${back.summary}; forth: ${forth.summary}; ${countRows(before)} rows in ${before.columns.size} tables, changed: ${changed.join() || 'none'}; ${pages} reads answered with the password that the newer version stored`,
  }
}
