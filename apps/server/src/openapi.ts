import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildOpenApi } from './testing/openApiDocument.ts'

/** Written by `npm run openapi`; a test holds it current. */
const path = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
await writeFile(path, `${JSON.stringify(await buildOpenApi(), null, 2)}\n`)
