import { describe, expect, it } from 'vitest'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { linkOfElena, linkOfLuis, linkOfMarie, luis, testSet, tomas } from '../testing/testSet.ts'

const { query, apply, commitDuring, startFrom } = setupImport()

describe('a guardian’s links', () => {
  startFrom(() => apply(testSet))

  const kindOfLuis = async () =>
    (await query('select permission from parents where email = $1', [luis.email]))[0]?.permission
  const setKindOfLuis = (kind: string | null) =>
    query('update parents set permission = $2 where email = $1', [luis.email, kind])
  const first = { ...linkOfLuis, permission: 'Apoderado titular' }
  const ofTomas = { ...linkOfLuis, student_rut: tomas.rut }

  it('update the kind of guardian if only their sheet is imported', async () => {
    const { counts } = await apply({ vinculos: [linkOfElena, first] })
    expect(changesOf(counts)).toEqual({ calidades: '+0 ~1 -0' })
    await apply({ vinculos: [linkOfElena, first, linkOfMarie, ofTomas] })
    // This sheet contains only links of Tomás. Luis is still the first guardian of Inés.
    expect(changesOf((await apply({ vinculos: [linkOfMarie, ofTomas] })).counts)).toEqual({})
    expect(await kindOfLuis()).toBe('Apoderado titular')
  })

  it('of one student do not lower the kind of guardian that another student’s links gave', async () => {
    await setKindOfLuis('Apoderado titular')
    const sibling = { apoderados: [luis], vinculos: [linkOfMarie, ofTomas] }
    expect(changesOf((await apply(sibling)).counts)).toEqual({ vínculos: '+1 ~0 -0' })
    expect(await kindOfLuis()).toBe('Apoderado titular')
    await apply({ apoderados: [luis], vinculos: [linkOfElena, linkOfLuis, linkOfMarie, ofTomas] })
    expect(await kindOfLuis()).toBe('Apoderado suplente')
  })

  it('of one student raise the kind of guardian that another student’s links gave', async () => {
    await setKindOfLuis(null)
    await apply({ apoderados: [luis], vinculos: [linkOfMarie, ofTomas] })
    expect(await kindOfLuis()).toBe('Apoderado suplente')
    const { counts } = await apply({ vinculos: [linkOfMarie, { ...first, student_rut: tomas.rut }] })
    expect(changesOf(counts)).toEqual({ calidades: '+0 ~1 -0' })
    expect(await kindOfLuis()).toBe('Apoderado titular')
  })
})

describe('links', () => {
  startFrom(() => apply(testSet))

  const accessOf = (email: string) =>
    query(
      `select has_access, no_access_reason from student_parents join parents on parents.id = parent_id
      where email = $1`,
      [email],
    )
  const blocked = { ...linkOfLuis, has_access: false, no_access_reason: 'Resolución judicial' }

  it('that are missing from the list of a listed student end', async () => {
    const { counts } = await apply({ vinculos: [linkOfElena] })
    expect(changesOf(counts)).toEqual({ vínculos: '+0 ~0 -1' })
    expect(await accessOf(luis.email)).toEqual([])
  })

  it.each([
    ['missing from the list', [linkOfElena]],
    ['blocked by the list', [linkOfElena, blocked]],
  ])('that are %s lose their calendar addresses, which a later link does not revive', async (_, vinculos) => {
    await query(`insert into calendar_feeds (parent_id, establishment_id, student_id, secret_hash)
      select parent_id, establishment_id, student_id, parent_id from student_parents`)
    await apply({ vinculos })
    expect(await query('select email from calendar_feeds join parents on id = parent_id')).not.toContainEqual(
      {
        email: luis.email,
      },
    )
    expect((await query('select from calendar_feeds')).length).toBeGreaterThan(0)
  })

  it('that are blocked during the import stay blocked, with their reason', async () => {
    const close = `update student_parents set has_access = false, no_access_reason = 'Rol C-123-2026'
      from parents where parents.id = parent_id and email = $1`
    const changed = { ...linkOfLuis, financial_proxy: true }
    await commitDuring(close, [luis.email], () => apply({ vinculos: [linkOfElena, changed] }))
    expect(await accessOf(luis.email)).toEqual([{ has_access: false, no_access_reason: 'Rol C-123-2026' }])
    expect(await query('select 1 from student_parents where financial_proxy')).toHaveLength(2)
  })

  describe('that a list blocks', () => {
    startFrom(() => apply({ vinculos: [linkOfElena, blocked] }))

    it('are blocked with their reason', async () => {
      expect(await accessOf(luis.email)).toEqual([
        { has_access: false, no_access_reason: 'Resolución judicial' },
      ])
    })

    it('stay blocked if an older list allows them or omits them', async () => {
      const { counts, warnings } = await apply({ vinculos: testSet.vinculos })
      expect(warnings).toMatchObject([
        {
          message: 'el acceso está bloqueado y sigue así',
          expected: '«no»; para devolverlo, pídalo a quien administra la aplicación',
        },
      ])
      expect(changesOf(counts)).toEqual({})
      await apply({ vinculos: [linkOfElena] })
      expect(await accessOf(luis.email)).toEqual([
        { has_access: false, no_access_reason: 'Resolución judicial' },
      ])
    })
  })
})

describe('a new guardian’s links', () => {
  it('cause the invitation with the first link that gives access to a student', async () => {
    const closed = { ...linkOfLuis, has_access: false, no_access_reason: 'Resolución judicial' }
    const first = await apply({ ...testSet, vinculos: [closed] })
    expect(first.invited).toEqual([])
    const second = await apply({ vinculos: [closed, linkOfElena] })
    expect(second.invited).toHaveLength(1)
    const third = await apply({ ...testSet, vinculos: [closed, linkOfElena, linkOfMarie] })
    expect(third.invited).toHaveLength(1)
    await query('delete from invitations') // as after fourteen days, when invitations expire
    expect((await apply({ ...testSet, vinculos: [closed, linkOfElena, linkOfMarie] })).invited).toEqual([])
  })
})
