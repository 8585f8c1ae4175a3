import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOpenApi } from '@apoderados/testing/openApiDocument'

/** `npm run openapi` writes this file; a test fails when it is outdated. */
const openApiPath = join(import.meta.dirname, '../docs/openapi.json')
await writeFile(openApiPath, `${JSON.stringify(await buildOpenApi(), null, 2)}\n`)
