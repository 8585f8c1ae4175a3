import { changeKinds, newsKinds, newsTimings } from '@apoderados/contract/news'
import { digestPeriods } from '@apoderados/contract/notifications'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, keyOfSchool, moment, reference } from './columns.ts'
import { enrollments, parentReference, students } from './people.ts'
import { courses, schoolReference } from './schools.ts'

/** When a school's changes of one kind are published to families. */
export const newsSettings = pgTable(
  'news_settings',
  {
    establishment_id: schoolReference(),
    kind: text({ enum: changeKinds }).notNull(),
    /** When the first import of this kind ended, which creates no news. Null before that. */
    since: moment(),
    timing: text({ enum: newsTimings }).notNull().default('at_once'),
    /** The delay for 'after_hours', in hours; null for other timings. */
    hours: smallint(),
    /** The time of day for 'at_time', by the school's clock; null for other timings. */
    at_time: time(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.kind] }),
    check('news_settings_kind', isOneOf(table.kind, changeKinds)),
    check('news_settings_timing', isOneOf(table.timing, newsTimings)),
    check('news_settings_hours', sql`(${table.timing} = 'after_hours') = (${table.hours} is not null)`),
    check('news_settings_at_time', sql`(${table.timing} = 'at_time') = (${table.at_time} is not null)`),
    check('news_settings_hours_range', sql`${table.hours} between 1 and 168`),
  ],
)

/**
 * The change log: what changed for families, written in the transaction of the change. A trigger refuses updates.
 * `kind` and `item` identify the changed thing within the school.
 */
export const changes = pgTable(
  'changes',
  {
    establishment_id: schoolReference(),
    id: id(),
    kind: text({ enum: newsKinds }).notNull(),
    /** Null for a change of a course, of the whole school or of a parent's account. */
    enrollment_id: reference(),
    /** Null unless the change is one of a course. */
    course_id: reference(),
    /** The only parent who is informed of the change. Null if all parents whom it concerns are informed. */
    parent_id: parentReference(),
    /**
     * The id of the changed row or, for a timetable, of the course. For a grade or an absence, the enrollment's id,
     * '/', and the assessment's id or the day. For an account, what changed, '/', and the ids of student or parent.
     */
    item: text().notNull(),
    course_subject_id: reference(),
    sub_period_id: reference(),
    /** The day of the changed thing, such as an assessment, an event or an absence; null if it has none. */
    day: date({ mode: 'string' }),
    title: text(),
    /** The value before the change; null for an addition. */
    old_value: text(),
    /** The value after the change; null for a removal. */
    new_value: text(),
    /** The value that families read before this change: the one before the item's first change not yet public. */
    known_value: text(),
    changed_at: moment().notNull().defaultNow(),
    /** Families see the change from this moment; null if never. */
    published_at: moment(),
    /** The load that made the change, also after its row was removed; null if a command or an undo made it. */
    load_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.enrollment_id, enrollments).onDelete('cascade'),
    keyOfSchool(table, table.course_id, courses),
    index('changes_load').on(table.establishment_id, table.load_id).where(sql`${table.load_id} is not null`),
    index('changes_item').on(table.establishment_id, table.kind, table.item, table.id),
    index('changes_enrollment').on(table.establishment_id, table.enrollment_id, table.published_at),
    index('changes_course')
      .on(table.establishment_id, table.course_id, table.published_at)
      .where(sql`${table.enrollment_id} is null`),
    index('changes_parent').on(table.parent_id),
    index('changes_age').on(table.changed_at).where(sql`${table.enrollment_id} is null`),
    check('changes_kind', isOneOf(table.kind, newsKinds)),
    check('changes_owner', sql`${table.enrollment_id} is null or ${table.course_id} is null`),
  ],
)

/** How far a parent has read the news of a student, by kind. Without a row, the parent has read none. */
export const newsReads = pgTable(
  'news_reads',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    kind: text({ enum: newsKinds }).notNull(),
    read_until: moment().notNull(),
    /** The ids of later changes that were read one by one. */
    read_ids: bigint({ mode: 'number' }).array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.student_id, table.kind] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    check('news_reads_kind', isOneOf(table.kind, newsKinds)),
  ],
)

/** Changes whose notifications are not queued yet. A row is written in the transaction of its change. */
export const dueNews = pgTable(
  'due_news',
  {
    establishment_id: reference().notNull(),
    change_id: reference().notNull(),
    published_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.change_id] }),
    keyOfSchool(table, table.change_id, changes).onDelete('cascade'),
    index('due_news_published').on(table.published_at),
  ],
)

/** How a parent wants to be notified. Without a row, the defaults apply. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    parent_id: parentReference().primaryKey(),
    /**
     * The hours without notifications last from `quiet_from` to `quiet_until`, by the school's clock. They may include
     * midnight. If both are null, there are none.
     */
    quiet_from: time(),
    quiet_until: time(),
    /** Whether a notification shows the student's name, the subject and the mark. */
    show_detail: boolean().notNull().default(false),
    /** How often the parent wants a digest. Null until the parent chooses: the school's default applies. */
    digest: text({ enum: digestPeriods }),
    /** Since when the parent gets the chosen digests; the first one has no older news. Null if none are chosen. */
    digest_since: moment(),
  },
  (table) => [
    index('notification_settings_digest').on(table.parent_id).where(sql`${table.digest} <> 'never'`),
    check('notification_settings_period', isOneOf(table.digest, digestPeriods)),
    check(
      'notification_settings_quiet',
      sql`num_nonnulls(${table.quiet_from}, ${table.quiet_until}) = 0 or ${table.quiet_from} <> ${table.quiet_until}`,
    ),
  ],
)

/** The digests that were queued, one for a parent and day, so that none is sent twice. */
export const digests = pgTable(
  'digests',
  {
    parent_id: parentReference().notNull(),
    /** The day at whose 18:00, in the school's time zone, the digest was due. */
    day: date({ mode: 'string' }).notNull(),
    mail_id: text().notNull(),
    /** The digest contains the news that became public after `since` and not after `until`. */
    since: moment().notNull(),
    until: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.day] }),
    uniqueIndex('digests_mail').on(table.mail_id),
    index('digests_age').on(table.until),
  ],
)

/** The kinds of news about a student that a parent has switched off: the parent gets no notifications of them. */
export const mutedNews = pgTable(
  'muted_news',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    kind: text({ enum: newsKinds }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.student_id, table.kind] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    check('muted_news_kind', isOneOf(table.kind, newsKinds)),
  ],
)
