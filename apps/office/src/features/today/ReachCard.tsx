import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Anchor, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../shared/school.ts'
import { countText, dayText, numberText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'

const COURSES_SHOWN = 6

type Reach = OfficeResponseOf<'getReach'>

/** How families are reached, and the courses with students whom nobody reaches. */
export function ReachCard({ response: { students, phone, mail, nobody, courses } }: { response: Reach }) {
  const { id } = useSchool()
  const parts = [
    { name: 'Celular', count: phone, color: 'var(--accent)' },
    { name: 'Solo correo', count: mail, color: 'var(--chart)' },
    { name: 'Nadie', count: nobody, color: 'var(--text-3)' },
  ]
  const others = courses.length - COURSES_SHOWN
  return (
    <Card
      title="Familias sin alcance"
      aside={
        <Text size="sm" c="dimmed">
          {numberText(nobody)} de {countText(students, 'estudiante', 'estudiantes')}
        </Text>
      }
    >
      <div className="card-body">
        <Progress.Root size={12} radius="xl" aria-hidden="true">
          {parts.map(({ name, count, color }) => (
            <Progress.Section key={name} value={(100 * count) / students} color={color} />
          ))}
        </Progress.Root>
        <ul className="legend">
          {parts.map(({ name, count }) => (
            <li key={name} data-part={name}>
              {name} <strong>{numberText(count)}</strong>
            </li>
          ))}
        </ul>
      </div>
      <ul className="rows">
        {courses.slice(0, COURSES_SHOWN).map((course) => (
          <li key={course.course_id} className="row">
            <span className="grow">
              <Anchor
                component={Link}
                to="/colegios/$schoolId/personas"
                params={{ schoolId: String(id) } as never}
                search={{ curso: course.course_id, ver: 'sin-alcance' } as never}
                fw={600}
              >
                {course.course}
              </Anchor>
              <br />
              <Text span size="sm" c="dimmed">
                {courseText(course)}
              </Text>
            </span>
          </li>
        ))}
        {others > 0 && (
          <li className="row">
            <Text c="dimmed">Y {countText(others, 'curso más', 'cursos más')}</Text>
          </li>
        )}
      </ul>
    </Card>
  )
}

function courseText({ nobody, passwords_expire_at }: Reach['courses'][number]): string {
  const students = countText(nobody, 'estudiante', 'estudiantes')
  if (passwords_expire_at === null) return `${students} sin ningún apoderado que haya ingresado`
  const isExpired = new Date(passwords_expire_at) < new Date()
  return `${students} · claves ${isExpired ? 'vencidas el' : 'vigentes hasta el'} ${dayText(passwords_expire_at)}`
}
