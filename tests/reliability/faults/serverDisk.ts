import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, startProgram, waitUntil } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { CAROLINA, callApi, failedReads, signIn } from './client.ts'
import type { DiskScene } from './diskTrials.ts'

const root = join(import.meta.dirname, '../../..')
const READ_ROUNDS = 20

/** Starts a server that writes its log to the file `log`, which is on the disk that the trial fills. */
async function startServerWithLog({ stage }: DiskScene, log: string) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const program = startProgram(
    '/bin/sh',
    ['-c', 'exec "$0" --import ./scripts/preload.js apps/server/src/main.ts > "$1"', process.execPath, log],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'info',
        ...stage.environment,
      },
    },
  )
  await waitUntil(
    async () => (await callApi(url, '/auth/logout', { method: 'DELETE' })).status === 200,
    'the API',
    program,
  )
  return { ...program, url }
}

/** Returns the id of a document that Carolina may read. */
async function readableDocumentOf({ stage: { school } }: DiskScene): Promise<string> {
  const { rows } = await school.services.db.$client.query<{ document_id: string }>(
    `select event.document_id from events event join enrollments enrolled using (establishment_id)
     where enrolled.student_id = $1 and event.document_id is not null
       and (event.course_id = enrolled.course_id or event.course_id is null) limit 1`,
    [school.studentId],
  )
  if (!rows[0]) throw new Error('the demo school has no document')
  return rows[0].document_id
}

const readLines = (log: string) => readFileSync(log, 'utf8').split('\n').filter(Boolean)
function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

export async function checkFullServerDisk(scene: DiskScene): Promise<Verdict> {
  const { stage, serverDisk } = scene
  const { school } = stage
  const pool = school.services.db.$client
  const log = join(serverDisk.folder, 'log')
  const outbox = join(stage.environment.DATA_DIR, 'outbox')
  const mailsIn = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  const api = await startServerWithLog(scene, log)
  const documentPath = `/documents/${await readableDocumentOf(scene)}`
  const jwt = school.jwts[399] as string
  const expectedDocument = await callApi(api.url, documentPath, { jwt })
  await callApi(api.url, '/auth/recovery', { body: { email: CAROLINA } })
  await waitUntil(
    () => statSync(outbox, { throwIfNoEntry: false }) !== undefined && mailsIn().length > 0,
    'a mail',
  )
  const mailsBefore = mailsIn().length

  serverDisk.fill()
  const logged = statSync(log).size
  const failed: number[] = []
  for (let round = 0; round < READ_ROUNDS; round += 1)
    failed.push(...(await failedReads(api.url, jwt, school.studentId)))
  const document = await callApi(api.url, documentPath, { jwt })
  const isWhole =
    document.status === 200 &&
    document.bytes.equals(expectedDocument.bytes) &&
    expectedDocument.bytes.length > 0
  const { jwt: newJwt } = await signIn(api.url, CAROLINA)
  const recovery = await callApi(api.url, '/auth/recovery', { body: { email: CAROLINA } })
  const isAttempted = async () => {
    const { rows } = await pool.query(
      'select 1 from mails where sent_at is null and given_up_at is null and tries > 0',
    )
    return rows.length > 0
  }
  await waitUntil(isAttempted, 'the try to write the mail')
  const incomplete = readdirSync(outbox).length - mailsBefore
  const lostBytes = statSync(log).size - logged

  serverDisk.empty()
  await pool.query('update mails set next_try_at = now() where sent_at is null')
  await waitUntil(() => mailsIn().length > mailsBefore, 'the mail', api)
  const reads = await failedReads(api.url, newJwt, school.studentId)
  const lines = readLines(log)
  const isLogging = statSync(log).size > logged + lostBytes && isJson(lines.at(-1) ?? '')
  const tornLines = lines.filter((line) => line.startsWith('{') && !isJson(line)).length
  const isAlive = api.isAlive()
  await api.end('SIGTERM')
  const refused = failed.length + reads.length
  return {
    isGood:
      refused === 0 &&
      isWhole &&
      recovery.status === 200 &&
      incomplete === 0 &&
      isLogging &&
      tornLines <= 1 &&
      isAlive,
    summary: `${READ_ROUNDS * 6} reads and a sign-in, ${refused} refused, a document ${isWhole ? 'whole' : 'NOT WHOLE'}, ${lostBytes} bytes of log meanwhile, the process ${isAlive ? 'goes on' : 'ENDED'}; a recovery ${recovery.status}, its mail waits, ${incomplete} pieces of it on the disk; with space again the mail is written and the log goes on (${tornLines} lines torn)`,
  }
}
