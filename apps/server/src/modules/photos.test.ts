import { randomBytes } from 'node:crypto'
import { enrollments, studentParents } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { sessionIdOf } from '@apoderados/testing/accounts/sessionIdOf'
import { CAROLINA, DANIELA, setupServer, type TestServer } from '@apoderados/testing/testServer'
import { and, eq, ne } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createLinks } from '../auth/signedLinks.ts'

const server = setupServer()
const serverWithoutDatabase = setupServer({ isDatabaseAway: true })
const LOS_AROMOS_ID = 1
const VALLE_ID = 2

/** Returns the address of any photo, signed for the session of `jwt`. */
const photoLinkFor = (
  jwt: string,
  photo_id: string | null | undefined,
  { services }: TestServer,
  school = LOS_AROMOS_ID,
) => services.links.photo(photo_id ?? null, sessionIdOf(jwt), school) as string
const requestPhoto = (url: string) => server().app.inject({ url })

async function photoIdOf(student_id: number): Promise<string> {
  const [row] = await server()
    .db.select({ photo_id: enrollments.photo_id })
    .from(enrollments)
    .where(eq(enrollments.student_id, student_id))
  return row?.photo_id as string
}

describe('a photo link', () => {
  it('shows the picture of a linked student without a Bearer token, with a cache that must revalidate', async () => {
    const jwt = await server().signIn(CAROLINA)
    const profile = (await server().send('getProfile', {}, { jwt })).json()
    const response = await requestPhoto(profile.students[1].enrollment.profile_image)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect(response.headers['content-security-policy']).toContain('sandbox')
    expect(response.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect((await requestPhoto(profile.students[1].establishment.insign)).statusCode).toBe(200)
  })

  it('is the same within the hour, so that it is cached, and expires after two', async () => {
    const jwt = await server().signIn(CAROLINA)
    const photo = await photoIdOf(31)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-17T15:00:00Z') })
    try {
      const link = photoLinkFor(jwt, photo, server())
      vi.setSystemTime(new Date('2026-08-17T15:59:59Z'))
      expect(photoLinkFor(jwt, photo, server())).toBe(link)
      expect((await requestPhoto(link)).statusCode).toBe(200)
      vi.setSystemTime(new Date('2026-08-17T17:00:00Z'))
      expect((await requestPhoto(link)).statusCode).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends with its session', async () => {
    const jwt = await server().signIn(CAROLINA)
    const link = photoLinkFor(jwt, await photoIdOf(31), server())
    await server().send('endSession', {}, { jwt })
    expect((await requestPhoto(link)).statusCode).toBe(404)
  })

  it('is valid while its key only verifies, and invalid once the key is removed', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { services } = server()
    const currentLinks = services.links
    const link = photoLinkFor(jwt, await photoIdOf(31), server())
    const [fresh] = await loadKeys([randomBytes(32).toString('base64url')], '')
    try {
      services.links = createLinks([fresh, ...services.keys])
      const next = photoLinkFor(jwt, await photoIdOf(31), server())
      expect(next).not.toBe(link)
      const statuses = [(await requestPhoto(link)).statusCode, (await requestPhoto(next)).statusCode]
      services.links = createLinks([fresh])
      expect([...statuses, (await requestPhoto(link)).statusCode]).toEqual([200, 200, 404])
    } finally {
      services.links = currentLinks
    }
  })

  it('that a browser has cached is confirmed without its bytes, but not after the end of the session', async () => {
    const jwt = await server().signIn(CAROLINA)
    const url = photoLinkFor(jwt, await photoIdOf(31), server())
    const { etag } = (await requestPhoto(url)).headers
    const revalidate = () => server().app.inject({ url, headers: { 'if-none-match': etag } })
    const notModified = await revalidate()
    expect([notModified.statusCode, notModified.body, notModified.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ])
    const statusWith = async (given: string) =>
      (await server().app.inject({ url, headers: { 'if-none-match': given } })).statusCode
    expect(await Promise.all([`W/${etag}`, `"0", ${etag}`, '*', '"0"', `x${etag}`].map(statusWith))).toEqual([
      304, 304, 304, 200, 200,
    ])
    await server().send('endSession', {}, { jwt })
    expect((await revalidate()).statusCode).toBe(404)
  })

  it('is refused when any part of it was changed', async () => {
    const jwt = await server().signIn(CAROLINA)
    const link = photoLinkFor(jwt, await photoIdOf(31), server())
    const other = photoLinkFor(jwt, await photoIdOf(65), server())
    const signature = new URLSearchParams(other.split('?')[1]).get('signature') as string
    const forged = [
      link.replace(/signature=.+/, `signature=${signature}`),
      link.replace(/expires=(\d)/, 'expires=9'),
      link.replace(/school=\d+/, 'school=2'),
      link.replace(/session=[0-9a-f]{32}/, `session=${sessionIdOf(await server().signIn(DANIELA))}`),
      link.replace(/photos\/[0-9a-f]{32}/, `photos/${await photoIdOf(65)}`),
    ]
    for (const url of forged) expect((await requestPhoto(url)).statusCode, url).toBe(404)
    for (const url of [
      link.split('?')[0] as string,
      `${link}&session=x`,
      link.replace(/photos\/\w+/, 'photos/..%2F..%2Fsecret-key'),
    ]) {
      expect((await requestPhoto(url)).statusCode, url).toBe(400)
    }
  })

  it('with a wrong signature is refused without the database, which strangers could overload', async () => {
    const { app, services } = serverWithoutDatabase()
    const link = services.links.photo('f'.repeat(32), '0'.repeat(32)) as string
    expect((await app.inject({ url: link })).statusCode).toBe(503)
    expect((await app.inject({ url: link.replace(/expires=\d/, 'expires=9') })).statusCode).toBe(404)
  })

  it('signed for a parent without access to the picture is refused', async () => {
    const daniela = await server().signIn(DANIELA)
    expect((await requestPhoto(photoLinkFor(daniela, await photoIdOf(31), server()))).statusCode).toBe(404)
    const [valle] = await server()
      .db.select({ badge: establishments.insign_id })
      .from(establishments)
      .where(eq(establishments.rbd, '90010-9'))
    expect((await requestPhoto(photoLinkFor(daniela, valle?.badge, server()))).statusCode).toBe(404)
    expect((await requestPhoto(photoLinkFor(daniela, 'f'.repeat(32), server()))).statusCode).toBe(404)
  })

  it('shows a classmate’s picture only while their family shares it', async () => {
    const daniela = await server().signIn(DANIELA)
    const mate = await server()
      .db.select({ id: enrollments.id, photo_id: enrollments.photo_id })
      .from(enrollments)
      .where(
        and(eq(enrollments.course_id, 1), eq(enrollments.shares_photo, true), ne(enrollments.student_id, 2)),
      )
    const shared = mate.find((row) => row.photo_id !== null)
    const link = photoLinkFor(daniela, shared?.photo_id, server())
    expect((await requestPhoto(link)).statusCode).toBe(200)
    await server()
      .db.update(enrollments)
      .set({ shares_photo: false })
      .where(eq(enrollments.id, shared?.id as number))
    expect((await requestPhoto(link)).statusCode).toBe(404)
  })

  it('ends when the parent loses access to the student', async () => {
    const jwt = await server().signIn(CAROLINA)
    const link = photoLinkFor(jwt, await photoIdOf(65), server(), VALLE_ID)
    expect((await requestPhoto(link)).statusCode).toBe(200)
    await server()
      .db.update(studentParents)
      .set({ has_access: false })
      .where(eq(studentParents.student_id, 65))
    expect((await requestPhoto(link)).statusCode).toBe(404)
  })
})
