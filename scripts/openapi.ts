import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOpenApi } from '@apoderados/server/testing/openApiDocument'

/** Written by `npm run openapi`; a test holds it current. */
const path = join(import.meta.dirname, '../docs/openapi.json')
await writeFile(path, `${JSON.stringify(await buildOpenApi(), null, 2)}\n`)
