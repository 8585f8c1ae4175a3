import { defineConfig } from 'drizzle-kit'

/** The files of `src/db/schema` that define tables. */
const tableFiles = [
  'accounts',
  'audit',
  'documents',
  'excuses',
  'loads',
  'messages',
  'news',
  'notices',
  'people',
  'privacy',
  'records',
  'schools',
  'staff',
]

export default defineConfig({
  dialect: 'postgresql',
  schema: tableFiles.map((name) => `./src/db/schema/${name}.ts`),
  out: './src/db/migrations',
})
