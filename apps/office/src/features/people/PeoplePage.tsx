import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { CourseCard } from './CourseCard.tsx'

/** The courses of the school, and the families of the chosen one. */
export function PeoplePage() {
  const { id: school_id } = useSchool()
  const { curso, ver = 'todos' } = useSearch({ from: '/staff/colegios/$schoolId/personas' })
  const courses = useQuery(officeQuery('listCourses', { school_id }))
  const course_id = curso ?? courses.data?.courses[0]?.id
  const totals = courses.data?.totals
  return (
    <Page
      title="Personas"
      line={
        totals &&
        `${countText(totals.students, 'estudiante', 'estudiantes')} · ${countText(totals.guardians, 'apoderado', 'apoderados')} · ${numberText(totals.phone)} familias con celular, ${numberText(totals.mail)} solo correo, ${numberText(totals.nobody)} nadie`
      }
    >
      <div className="columns courses">
        <section className="card course-list" aria-labelledby="courses">
          <QueryContent query={courses} rows={12}>
            {({ courses: list }) => (
              <>
                <div className="card-head">
                  <Title order={2} id="courses">
                    Cursos
                  </Title>
                  <span className="card-aside">{numberText(list.length)}</span>
                </div>
                <ul className="rows">
                  {list.map(({ id, name, students, signed_in }) => (
                    <li key={id}>
                      <Link
                        to="/colegios/$schoolId/personas"
                        params={{ schoolId: String(school_id) }}
                        search={{ curso: id }}
                        className="course-link"
                        aria-current={id === course_id ? 'true' : undefined}
                      >
                        <span className="grow">{name}</span>
                        <span className="number">
                          {signed_in === null ? students : `${signed_in}/${students}`}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {totals && (
                  <Text size="sm" c="dimmed" className="card-foot">
                    Con quien ya ingresó / estudiantes
                  </Text>
                )}
                {list.length === 0 && <Empty>Los cursos llegan con la nómina, en Carga de datos.</Empty>}
              </>
            )}
          </QueryContent>
        </section>
        {course_id !== undefined && <CourseCard key={course_id} course_id={course_id} filter={ver} />}
      </div>
    </Page>
  )
}
