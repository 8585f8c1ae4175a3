import { startApi } from '../../support/stage/api.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { waitUntilSent } from './killTrial.ts'
import type { PushStage } from './pushStage.ts'
import { isExact, tallyShown, tallyText } from './shown.ts'

/** Imports the same files twice while two processes send. The second import must cause no message. */
export async function importTwice(stage: PushStage): Promise<Verdict> {
  const apis = [await startApi(stage.environment), await startApi(stage.environment)]
  await stage.importLater()
  await waitUntilSent(stage)
  const messages = stage.service.arrived.length
  await stage.importLater()
  await waitUntilSent(stage)
  for (const api of apis) await api.end('SIGTERM')
  const tally = await tallyShown(stage.db, stage.service.arrived)
  const more = stage.service.arrived.length - messages
  return {
    isGood: isExact(tally) && more === 0 && stage.service.faults.length === 0,
    summary: `${messages} messages to ${stage.devices} devices, ${more} after the second import; ${tallyText(tally)}`,
  }
}
