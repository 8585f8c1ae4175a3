import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Attached } from '../matchAttachments.ts'
import type { Scope, SheetName } from '../sheetRecords.ts'
import { runChecks } from './checks/runChecks.ts'
import { createDaysOff } from './daysOff.ts'
import { readDefaults, reportMissing } from './defaults.ts'
import { createSheetViews, type Staged } from './staged.ts'

const runFile = async (client: pg.ClientBase, name: string) =>
  client.query(await readFile(new URL(name, import.meta.url), 'utf8'))

/** How often `prepareStaged` calls `onStep`, apart from the calls within `attach`. */
export const PREPARE_STEPS = 4

/**
 * Resolves the references of the staged rows, and reports problems between rows. Afterwards the merges can run.
 * `attach` checks the delivered photos and documents.
 */
export async function prepareStaged(
  client: pg.ClientBase,
  staged: Staged,
  options: Scope & { complete: ReadonlySet<SheetName> },
  attach: () => Promise<Attached>,
  onStep: () => void,
): Promise<Attached> {
  const defaults = await readDefaults(client, options)
  await createSheetViews(client, defaults)
  await reportMissing(client, staged, defaults)
  await runFile(client, 'known.sql')
  await runFile(client, 'closures.sql')
  await createDaysOff(client)
  onStep()
  await runFile(client, 'resolved.sql')
  await runFile(client, 'guardians.sql')
  onStep()
  await runFile(client, 'electives.sql')
  onStep()
  const attached = await attach()
  await runChecks(client, staged, options.complete)
  await staged.flush()
  onStep()
  return attached
}
