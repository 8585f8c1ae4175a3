import { setupDemoRecords } from '@apoderados/testing/setupDemoRecords'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

const { load, column, number } = setupDemoRecords()

describe('the demo’s news', { tags: 'long' }, () => {
  it.each(['2026-05-14T15:00:00Z', '2026-08-17T22:30:00Z'])(
    'loaded on %s agree with its records',
    async (now) => {
      await load(now)
      expect(
        await column(sql`select change.id from changes change
        left join grades grade on change.item = grade.enrollment_id || '/' || grade.assessment_id
        where change.kind = 'grade'
          and change.new_value is distinct from coalesce(to_char(grade.tenths / 10.0, 'FM0.0'), grade.concept)`),
      ).toEqual([])
      expect(await column(sql`select id from changes where published_at > ${now}::timestamptz`)).toEqual([])
      const kinds = await column(sql`select distinct kind from changes order by 1`)
      expect(kinds).toEqual(expect.arrayContaining(['absence', 'event', 'grade', 'observation']))
    },
  )

  it('contain no grades in summer', async () => {
    await load('2026-01-20T15:00:00Z')
    expect(await number(sql`select count(*) from changes where kind = 'grade'`)).toBe(0)
  })
})
