import { openDatabase } from '@apoderados/core/db/client/open'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { createLoadWorker } from '../jobs/loadWorker.ts'
import { createFiles } from '../storage/files.ts'

/** Runs the waiting loads, for a test that kills this process. */
const { SERVER_URL = '', OPERATOR_URL = '', DATA_DIR = '' } = process.env
const services = {
  db: openDatabase(SERVER_URL),
  keys: await loadKeys(undefined, DATA_DIR),
  files: createFiles({ dataDir: DATA_DIR }),
}
await createLoadWorker(services, { url: OPERATOR_URL, dataDir: DATA_DIR }).run()
