import { readFile } from 'node:fs/promises'
import { api } from '@apoderados/contract/calls/api'
import { officeApi } from '@apoderados/contract/office/officeApi'
import type { OfficeCall } from '@apoderados/contract/office/officeCall'
import { buildOfficeOpenApi, buildOpenApi } from '@apoderados/testing/openApiDocument'
import { describe, expect, it } from 'vitest'

const officeCalls = Object.entries(officeApi) as [string, OfficeCall][]

describe.each([
  {
    file: 'openapi.json',
    build: buildOpenApi,
    calls: Object.entries(api).map(([name, { needsSession }]) => ({ name, needsSession })),
  },
  {
    file: 'openapi-office.json',
    build: buildOfficeOpenApi,
    calls: officeCalls.map(([name, { session }]) => ({ name, needsSession: session !== 'none' })),
  },
])('docs/$file', ({ file, build, calls }) => {
  it('equals what the table of calls generates (npm run openapi writes it)', async () => {
    const written = await readFile(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8')
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(await build())))
  })

  it('names each call, and marks those that need a session', async () => {
    const { paths } = await build()
    const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {})) as {
      operationId?: string
      security?: unknown
    }[]
    const named = operations.map(({ operationId, security }) => ({
      name: operationId,
      needsSession: security !== undefined,
    }))
    const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
      (one.name ?? '') < (other.name ?? '') ? -1 : 1
    expect(named.sort(byName)).toEqual(calls.sort(byName))
  })
})
