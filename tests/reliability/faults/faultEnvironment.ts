import { join } from 'node:path'
import { type Postgres, prepareSchool, type School, startPostgres } from '../../support/stage/database.ts'
import { newFolder } from '../../support/suite.ts'

const SESSION_COUNT = 400

/** `binaries` is the folder of PostgreSQL's programs; `connections` is the number of connections of the load. */
export type TrialOptions = { binaries: string; connections: number }

export type FaultTestEnvironment = {
  folder: string
  postgres: Postgres
  school: School
  /** The environment of each API process. */
  environment: { DATA_DIR: string; DATABASE_URL: string; SECRET_KEYS: string }
}

type Folders = { folder: string; databaseFolder: string; dataDir: string }

const inOneFolder = (folder: string): Folders => ({
  folder,
  databaseFolder: folder,
  dataDir: join(folder, 'data'),
})

/** Starts PostgreSQL with the demo school. Changes of `settings` take effect at its next start. */
export async function openStage(
  binaries: string,
  settings: string[] = [],
  { folder, databaseFolder, dataDir } = inOneFolder(newFolder('rel-faults')),
): Promise<FaultTestEnvironment> {
  const postgres = await startPostgres(binaries, databaseFolder, settings)
  const school = await prepareSchool(postgres.url, dataDir, SESSION_COUNT)
  const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET_KEYS: school.secretKeys }
  return { folder, postgres, school, environment }
}
