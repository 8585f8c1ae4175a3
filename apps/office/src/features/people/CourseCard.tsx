import type { CourseStudent } from '@apoderados/contract/office/people'
import { Anchor, Button, Checkbox, SegmentedControl, Table, Text, Title } from '@mantine/core'
import InviteIcon from '@phosphor-icons/core/assets/regular/envelope-simple.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText, whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { kinshipWord, rutText } from './person.ts'
import { ReachChip } from './ReachChip.tsx'

export type Filter = 'todos' | 'sin-ingresar' | 'sin-alcance'

const passes: Record<Filter, (student: CourseStudent) => boolean> = {
  todos: () => true,
  'sin-ingresar': ({ last_used_at }) => last_used_at === null,
  'sin-alcance': ({ reach }) => reach === 'nobody',
}

/** The students of a course with what reaches their families; the chosen ones are invited. */
export function CourseCard({ course_id, filter }: { course_id: number; filter: Filter }) {
  const { id: school_id, may } = useSchool()
  const navigate = useNavigate({ from: '/colegios/$schoolId/personas' })
  const course = useQuery(officeQuery('getCourse', { school_id, course_id }))
  const [chosen, setChosen] = useState<number[]>([])
  const [inviting, setInviting] = useState<'course' | 'chosen'>()
  const students = course.data?.students ?? []
  const countOf = (name: Filter) => numberText(students.filter(passes[name]).length)
  const choose = (next: Filter) =>
    void navigate({ search: { curso: course_id, ver: next === 'todos' ? undefined : next }, replace: true })
  return (
    <section className="card" aria-labelledby="course">
      <QueryContent query={course} rows={12}>
        {({ name }) => (
          <>
            <div className="card-head">
              <Title order={2} id="course">
                {name}
              </Title>
              {may('people.edit') && (
                <SegmentedControl
                  aria-label="Mostrar"
                  value={filter}
                  onChange={(value) => choose(value as Filter)}
                  data={[
                    { value: 'todos', label: `Todos ${countOf('todos')}` },
                    { value: 'sin-ingresar', label: `Sin ingresar ${countOf('sin-ingresar')}` },
                    { value: 'sin-alcance', label: `Sin alcance ${countOf('sin-alcance')}` },
                  ]}
                />
              )}
            </div>
            <CourseTable students={students.filter(passes[filter])} chosen={chosen} onChoose={setChosen} />
            {may('people.edit') && (
              <div className="card-foot">
                <strong aria-live="polite">
                  {chosen.length > 0 && countText(chosen.length, 'elegido', 'elegidos')}
                </strong>
                <span>
                  {chosen.length > 0 && (
                    <Button
                      variant="light"
                      leftSection={<InviteIcon />}
                      onClick={() => setInviting('chosen')}
                      mr="sm"
                    >
                      {chosen.length === 1 ? 'Invitar al elegido' : `Invitar a los ${chosen.length}`}
                    </Button>
                  )}
                  <Button leftSection={<InviteIcon />} onClick={() => setInviting('course')}>
                    Invitar al curso
                  </Button>
                </span>
              </div>
            )}
            {inviting && (
              <InviteDialog
                title={inviting === 'course' ? `Invitar a ${name}` : 'Invitar a los elegidos'}
                students={inviting === 'course' ? students : students.filter(({ id }) => chosen.includes(id))}
                onClose={() => setInviting(undefined)}
              />
            )}
          </>
        )}
      </QueryContent>
    </section>
  )
}

type CourseTableProps = {
  students: CourseStudent[]
  chosen: number[]
  onChoose: (students: number[]) => void
}

function CourseTable({ students, chosen, onChoose }: CourseTableProps) {
  const { may } = useSchool()
  if (students.length === 0) return <Empty>Ningún estudiante con este filtro.</Empty>
  const reads = may('people.edit')
  const ids = students.map(({ id }) => id)
  const isAll = ids.every((id) => chosen.includes(id))
  return (
    <div className="table-scroll">
      <Table className="table" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {reads && (
              <Table.Th>
                <Checkbox
                  aria-label="Elegir a todos los que se ven"
                  checked={isAll}
                  indeterminate={!isAll && chosen.length > 0}
                  onChange={() => onChoose(isAll ? [] : ids)}
                />
              </Table.Th>
            )}
            <Table.Th className="number">N°</Table.Th>
            <Table.Th>Estudiante</Table.Th>
            <Table.Th>Apoderados</Table.Th>
            {reads ? (
              <>
                <Table.Th>Último ingreso</Table.Th>
                <Table.Th>Alcance</Table.Th>
              </>
            ) : (
              <Table.Th>Teléfono</Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {students.map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              isChosen={chosen.includes(student.id)}
              onChoose={(isChosen) =>
                onChoose(isChosen ? [...chosen, student.id] : chosen.filter((each) => each !== student.id))
              }
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type StudentRowProps = {
  student: CourseStudent
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function StudentRow({ student, isChosen, onChoose }: StudentRowProps) {
  const { id: school_id, may } = useSchool()
  const reads = may('people.edit')
  return (
    <Table.Tr aria-selected={reads ? isChosen : undefined}>
      {reads && (
        <Table.Td>
          <Checkbox
            aria-label={`Elegir a ${student.name}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      <Table.Td className="number">{student.list_number}</Table.Td>
      <Table.Td>
        <Anchor
          component={Link}
          to="/colegios/$schoolId/personas/$studentId"
          params={{ schoolId: String(school_id), studentId: String(student.id) } as never}
          className="person-link"
        >
          {student.name}
        </Anchor>
        {student.rut && (
          <Text size="sm" c="dimmed">
            {rutText(student)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {student.guardians.map(({ id, name, parent_type, other_type, has_access }) => (
          <div key={id}>
            {name}, {kinshipWord(parent_type, other_type)}
            {has_access === false && ' (acceso bloqueado)'}
          </div>
        ))}
        {student.guardians.length === 0 && <Text c="dimmed">Sin apoderados</Text>}
      </Table.Td>
      {student.reach ? (
        <>
          <Table.Td className="nowrap">
            {student.last_used_at ? whenText(student.last_used_at) : <Text c="dimmed">Aún no</Text>}
          </Table.Td>
          <Table.Td>
            <ReachChip reach={student.reach} />
          </Table.Td>
        </>
      ) : (
        <Table.Td className="nowrap">
          {student.guardians.map(({ id, phone }) => (
            <div key={id}>{phone ?? '—'}</div>
          ))}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
