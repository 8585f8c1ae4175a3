import { join } from 'node:path'
import { type Postgres, prepareSchool, type School, startPostgres } from '../../support/stage/database.ts'
import { newFolder } from '../../support/suite.ts'

const SESSIONS = 400

/** PostgreSQL's programs, and how many call at once where that matters. */
export type Given = { binaries: string; connections: number }

export type FaultTestEnvironment = {
  folder: string
  postgres: Postgres
  school: School
  /** Of each process of the API; it finds the database at `postgres.url`. */
  environment: { DATA_DIR: string; DATABASE_URL: string; SECRET_KEYS: string }
}

type Places = { folder: string; databaseFolder: string; dataDir: string }

const inOne = (folder: string): Places => ({
  folder,
  databaseFolder: folder,
  dataDir: join(folder, 'data'),
})

/** PostgreSQL and the demo school in it. `settings` may change between two starts. */
export async function openStage(
  binaries: string,
  settings: string[] = [],
  { folder, databaseFolder, dataDir } = inOne(newFolder('rel-faults')),
): Promise<FaultTestEnvironment> {
  const postgres = await startPostgres(binaries, databaseFolder, settings)
  const school = await prepareSchool(postgres.url, dataDir, SESSIONS)
  const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET_KEYS: school.secretKeys }
  return { folder, postgres, school, environment }
}
