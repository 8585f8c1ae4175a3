import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { AttachedFiles } from '../matchAttachments.ts'
import type { Scope, SheetName } from '../sheetRecords.ts'
import { runChecks } from './checks/runChecks.ts'
import { createDaysOff } from './daysOff.ts'
import { readDefaults, reportMissingDefaults } from './defaults.ts'
import { createSheetViews, type StagedSheets } from './staged.ts'

const runSqlFile = async (client: pg.ClientBase, name: string) =>
  client.query(await readFile(new URL(name, import.meta.url), 'utf8'))

/** The number of times that `prepareStaged` calls `onStep`, apart from calls within `attach`. */
export const PREPARE_STEPS = 4

/**
 * Resolves the references of the staged rows, and reports problems between rows. Afterwards the merges can run.
 * `attach` checks the delivered photos and documents.
 */
export async function prepareStaged(
  client: pg.ClientBase,
  staged: StagedSheets,
  options: Scope & { complete: ReadonlySet<SheetName> },
  attach: () => Promise<AttachedFiles>,
  onStep: () => void,
): Promise<AttachedFiles> {
  const defaults = await readDefaults(client, options)
  await createSheetViews(client, defaults)
  await reportMissingDefaults(client, staged, defaults)
  await runSqlFile(client, 'known.sql')
  await runSqlFile(client, 'closures.sql')
  await createDaysOff(client)
  onStep()
  await runSqlFile(client, 'resolved.sql')
  await runSqlFile(client, 'guardians.sql')
  onStep()
  await runSqlFile(client, 'electives.sql')
  onStep()
  const attached = await attach()
  await runChecks(client, staged, options.complete)
  await staged.flush()
  onStep()
  return attached
}
