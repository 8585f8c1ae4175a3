import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOfficeOpenApi, buildOpenApi } from '@apoderados/testing/openApiDocument'

/** `npm run openapi` writes these files; a test fails when one is outdated. */
const documents = { 'openapi.json': buildOpenApi, 'openapi-office.json': buildOfficeOpenApi }
for (const [name, build] of Object.entries(documents))
  await writeFile(join(import.meta.dirname, '../docs', name), `${JSON.stringify(await build(), null, 2)}\n`)
