import { digestPeriods } from '@apoderados/contract/notifications'
import type { OfficeRequestOf } from '@apoderados/contract/office/officeApi'
import {
  chileanTimeZones,
  type NewsTiming,
  newsKindNames,
  newsTimingText,
  type SchoolSettings,
  schoolSettingNames,
  schoolSettingText,
} from '@apoderados/contract/office/settings'
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { showTimesIn } from '../../shared/text.ts'
import { ConflictNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'

type SettingRowProps<T> = {
  label: string
  value: T
  options: T[]
  textOf: (value: T) => string
  onChange: (value: T) => void
}

/** A setting that is saved when another value is chosen. */
function SettingRow<T>({ label, value, options, textOf, onChange }: SettingRowProps<T>) {
  const texts = new Map([...options, value].map((option) => [textOf(option), option]))
  return (
    <li className="row">
      <span className="grow">{label}</span>
      <Select
        className="setting"
        aria-label={label}
        data={[...texts.keys()]}
        value={textOf(value)}
        allowDeselect={false}
        searchable={texts.size > 8}
        onChange={(text) => {
          const chosen = text === null ? undefined : texts.get(text)
          if (chosen !== undefined && text !== textOf(value)) onChange(chosen)
        }}
      />
    </li>
  )
}

const FIRST_HOUR = 7
const LAST_HOUR = 21
const DELAYS = [1, 2, 4, 8, 12, 24, 48, 72]
const hours = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => FIRST_HOUR + index)
const timings: NewsTiming[] = [
  { timing: 'at_once', hours: null, at_time: null },
  ...hours.map((hour) => ({
    timing: 'at_time' as const,
    hours: null,
    at_time: `${String(hour).padStart(2, '0')}:00`,
  })),
  ...DELAYS.map((delay) => ({ timing: 'after_hours' as const, hours: delay, at_time: null })),
  { timing: 'never', hours: null, at_time: null },
]

/** When families are told each kind of news. */
export function NewsCard() {
  const { id: school_id } = useSchool()
  const settings = useQuery(officeQuery('getSettings', { school_id }))
  const { mutate, error } = useOfficeMutation('changeNewsTiming', { changes: ['getSettings', 'getRegister'] })
  const change = (request: OfficeRequestOf<'changeNewsTiming'>) =>
    mutate(request, {
      onSuccess: ({ message }) =>
        showToast(message, () => mutate({ ...request, before: request.after, after: request.before })),
    })
  return (
    <Card
      title="Novedades"
      aside={
        <Text size="sm" c="dimmed">
          cuándo se avisa a las familias
        </Text>
      }
    >
      <ConflictNotice error={error} />
      <QueryContent query={settings} rows={8}>
        {({ news }) => (
          <ul className="rows">
            {news.map(({ kind, ...before }) => (
              <SettingRow
                key={kind}
                label={newsKindNames[kind]}
                value={before}
                options={timings}
                textOf={newsTimingText}
                onChange={(after) => change({ school_id, kind, before, after })}
              />
            ))}
            <li className="row">
              <Text size="sm" c="dimmed">
                Un cambio vale para lo que se cargue desde ahora.
              </Text>
            </li>
          </ul>
        )}
      </QueryContent>
    </Card>
  )
}

const UNDO_DAYS = [0, 1, 3, 7, 14, 30]
const ANSWER_DAYS = [1, 2, 3, 5, 10]
const ATTACHMENT_DAYS = [30, 60, 90, 180]

/** The digest of families who have not chosen, the time zone, and how long a load can be undone. */
export function SchoolCard() {
  const { id: school_id } = useSchool()
  const settings = useQuery(officeQuery('getSettings', { school_id }))
  const { mutate, error } = useOfficeMutation('changeSchoolSettings', {
    changes: ['getSettings', 'getRegister', 'getMe', 'listLoads'],
  })
  const change = (before: SchoolSettings, after: SchoolSettings) =>
    mutate(
      { school_id, before, after },
      {
        onSuccess({ message }) {
          showTimesIn(after.time_zone)
          showToast(message, () => change(after, before))
        },
      },
    )
  return (
    <Card title="Colegio">
      <ConflictNotice error={error} />
      <QueryContent query={settings} rows={3}>
        {({ school }) => {
          const row = <N extends keyof SchoolSettings>(name: N, values: readonly SchoolSettings[N][]) => (
            <SettingRow
              label={schoolSettingNames[name]}
              value={school}
              options={values.map((value) => ({ ...school, [name]: value }))}
              textOf={(each) => schoolSettingText(name, each)}
              onChange={(after) => change(school, after)}
            />
          )
          return (
            <ul className="rows">
              {row('digest', digestPeriods)}
              {row('undo_days', UNDO_DAYS)}
              {row('excuse_answer_days', ANSWER_DAYS)}
              {row('attachment_days', ATTACHMENT_DAYS)}
              {row('counts_justified_absences', [true, false])}
              {row('time_zone', chileanTimeZones)}
            </ul>
          )
        }}
      </QueryContent>
    </Card>
  )
}
