import { readFile } from 'node:fs/promises'
import { api } from '@apoderados/contract/calls/api'
import { buildOpenApi } from '@apoderados/testing/openApiDocument'
import { describe, expect, it } from 'vitest'

describe('docs/openapi.json', () => {
  it('equals what the table of calls generates (npm run openapi writes it)', async () => {
    const written = await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(await buildOpenApi())))
  })

  it('names each call, and marks those that need a session', async () => {
    const { paths } = await buildOpenApi()
    const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {})) as {
      operationId?: string
      security?: unknown
    }[]
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(api).sort())
    const open = operations
      .filter(({ security }) => security === undefined)
      .map(({ operationId }) => operationId)
    const expected = Object.entries(api).filter(([, call]) => !call.needsSession)
    expect(open.sort()).toEqual(expected.map(([name]) => name).sort())
  })
})
