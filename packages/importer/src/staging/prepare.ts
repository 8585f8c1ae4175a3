import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Attached } from '../attached.ts'
import type { SheetName } from '../sheetRecords.ts'
import { runChecks } from './checks/runChecks.ts'
import { readDefaults, reportMissing } from './defaults.ts'
import { createSheetViews, type Defaults, type Staged } from './staged.ts'

const runFile = async (client: pg.ClientBase, name: string) =>
  client.query(await readFile(new URL(name, import.meta.url), 'utf8'))

/** How many times `prepareStaged` tells of a step, besides those of `attach`. */
export const PREPARE_STEPS = 4

/**
 * Looks up what the staged rows refer to and tells what is wrong between them; afterwards the merges can read them.
 * `attach` looks at the files that came beside the sheets.
 */
export async function prepareStaged(
  client: pg.ClientBase,
  staged: Staged,
  asked: Defaults & { complete: ReadonlySet<SheetName> },
  attach: () => Promise<Attached>,
  onStep: () => void,
): Promise<Attached> {
  const defaults = await readDefaults(client, asked)
  await createSheetViews(client, defaults)
  await reportMissing(client, staged, defaults)
  await runFile(client, 'known.sql')
  onStep()
  await runFile(client, 'resolved.sql')
  await runFile(client, 'guardians.sql')
  onStep()
  await runFile(client, 'electives.sql')
  onStep()
  const attached = await attach()
  await runChecks(client, staged, asked.complete)
  await staged.flush()
  onStep()
  return attached
}
