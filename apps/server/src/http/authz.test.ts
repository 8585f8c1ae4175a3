import { tryChanges } from '@apoderados/testing/oracle/changes'
import type { Markers } from '@apoderados/testing/oracle/markers'
import { checkResponses, sampleQuestions } from '@apoderados/testing/oracle/matrix'
import { type Fixture, fixtureTables } from '@apoderados/testing/oracle/oracleRows'
import { makeFixture } from '@apoderados/testing/oracle/oracleSchool'
import { type RequestAs, requesterOf } from '@apoderados/testing/oracle/requestAs'
import { writeFixture } from '@apoderados/testing/oracle/write'
import { FAMILIES_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

/*
 * A shorter run of `npm run authz -w tests/security`: all texts of the rows that can have a marker have one, and an
 * oracle that follows the specification, not the queries, computes which markers each response contains.
 */

const server = setupServer({ publicUrl: FAMILIES_ORIGIN })
let fixture: Fixture
let markers: Markers
let ask: RequestAs

beforeAll(async () => {
  const password_hash = await server().services.passwords.hash('demo1234')
  const size = { schools: 2, courses: 2, students: 4, subjects: 2, periods: 1 }
  const made = makeFixture(size, password_hash)
  fixture = made.fixture
  markers = made.markers
  await writeFixture(server().db, server().services.files, fixture)
  ask = requesterOf(server())
})

describe('in a database of several schools and families', () => {
  it('each parent receives from every read what the specification permits', async () => {
    const { calls, refused, faults } = await checkResponses(fixture, sampleQuestions(fixture, 150), ask)
    expect(faults.slice(0, 10)).toEqual([])
    expect(refused).toBeGreaterThan(200)
    expect(calls - refused).toBeGreaterThan(300)
  })

  it('a change in a family applies from the next response on', async () => {
    const { changes, calls } = await tryChanges(
      { fixture, markers, ask, db: server().db },
      { runs: 12, seed: 7 },
    )
    expect(changes).toBeGreaterThan(30)
    expect(calls).toBeGreaterThan(250)
  })

  it('every text column of schools and parents is part of the comparison', () => {
    const withoutMarker = Object.entries(fixtureTables).flatMap(([name, table]) =>
      Object.entries(table)
        .filter(([, column]) => column?.dataType === 'string' && column.columnType === 'PgText')
        .filter(([column]) =>
          fixture[name as keyof Fixture].every(
            (row) => !JSON.stringify(row[column as never] ?? '').includes('c0ffee'),
          ),
        )
        .map(([column]) => `${name}.${column}`),
    )
    expect(withoutMarker.sort()).toEqual([
      // These columns cannot contain the marker, because their texts are from a fixed list, derived, or a hash.
      'arrears.status',
      'attendance.status',
      'changes.item',
      'changes.kind',
      'courseSubjects.scale_type',
      'documentSettings.logo_id', // a picture within documents
      'documentSettings.signature_id',
      'establishments.digest',
      'establishments.rounding',
      'establishments.time_zone',
      'excuseDecisions.role',
      'excuseDecisions.sheet_status',
      'excuseDecisions.state',
      'excuses.attachment_state',
      'excuses.kind',
      'excuses.reason',
      'notices.audience',
      'notices.staff_role',
      'notices.state',
      'notices.withdrawn_by', // of a withdrawn notice, which no family sees
      'observations.event_type',
      'observations.where_is',
      'parents.password_hash',
      'studentParents.parent_type',
    ])
  })
})
