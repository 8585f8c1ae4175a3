import {
  type CourseList,
  courseListNames,
  courseLists,
  listFormats,
} from '@apoderados/contract/office/documents'
import { Button, Group, Select } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { isoDayOf } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'

const formatNames = { pdf: 'PDF', xlsx: 'Excel' }

/** Lists of a course for the staff: its students, the attendance of a month, the marks of a period. */
export function CourseLists() {
  const { id: school_id } = useSchool()
  const [course_id, setCourse] = useState<number>()
  const [list, setList] = useState<CourseList>('students')
  const [month, setMonth] = useState<string | null>(isoDayOf(new Date()))
  const [sub_period_id, setPeriod] = useState<number>()
  const courses = useQuery(officeQuery('listCourses', { school_id }))
  const choices = useQuery({
    ...officeQuery('getCourseListChoices', { school_id, course_id: course_id ?? 0 }),
    enabled: course_id !== undefined,
  })
  const period = sub_period_id ?? choices.data?.periods[0]?.id
  const download = useMutation({
    mutationFn: (format: (typeof listFormats)[number]) =>
      downloadFile('getCourseList', {
        school_id,
        course_id: course_id ?? 0,
        list,
        format,
        month: list === 'attendance' ? (month?.slice(0, 7) ?? undefined) : undefined,
        sub_period_id: list === 'grades' ? period : undefined,
      }),
  })
  return (
    <div className="card-body">
      <ErrorNotice error={download.error} title="No se pudo descargar" />
      <Group align="flex-end">
        <Select
          label="Curso"
          placeholder="Elija un curso"
          data={courses.data?.courses.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={course_id === undefined ? null : String(course_id)}
          searchable
          onChange={(id) => {
            setCourse(id === null ? undefined : Number(id))
            setPeriod(undefined)
          }}
        />
        <Select
          label="Lista"
          data={courseLists.map((value) => ({ value, label: courseListNames[value] }))}
          value={list}
          allowDeselect={false}
          onChange={(value) => setList(value as CourseList)}
        />
        {list === 'attendance' && (
          <MonthPickerInput label="Mes" value={month} maxDate={new Date()} onChange={setMonth} />
        )}
        {list === 'grades' && (
          <Select
            label="Período"
            data={choices.data?.periods.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
            value={period === undefined ? null : String(period)}
            allowDeselect={false}
            onChange={(id) => setPeriod(Number(id))}
          />
        )}
        {listFormats.map((format) => (
          <Button
            key={format}
            variant="light"
            leftSection={<DownloadIcon />}
            disabled={course_id === undefined}
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {formatNames[format]}
          </Button>
        ))}
      </Group>
    </div>
  )
}
