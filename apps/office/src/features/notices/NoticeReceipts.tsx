import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Anchor, Button, Modal, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText, whenText } from '../../shared/text.ts'
import { QueryContent } from '../../shared/ui/notices.tsx'
import { Chip } from '../../shared/ui/Page.tsx'
import { ReceiptBar } from './ReceiptBar.tsx'

type Notice = OfficeResponseOf<'getNotice'>
const COURSES_SHOWN = 8

/** How many families have confirmed the notice, by course. */
export function NoticeReceipts({
  notice,
  receipts,
}: {
  notice: Notice
  receipts: NonNullable<Notice['receipts']>
}) {
  const { may } = useSchool()
  const [isWhole, setIsWhole] = useState(false)
  const [course_id, setCourse] = useState<number>()
  const shown = isWhole ? notice.courses : notice.courses.slice(0, COURSES_SHOWN)
  const mayOpen = may('messages.ask_receipts')
  return (
    <>
      <p className="big-figure">
        <b>{numberText(receipts.received)}</b>
        {` de ${countText(receipts.families, 'familia acusó recibo', 'familias acusaron recibo')}`}
      </p>
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Curso</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Avance</span>
            </Table.Th>
            <Table.Th className="number">Faltan</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ course_id: id, name, families, received }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {mayOpen ? (
                  <Anchor
                    component="button"
                    type="button"
                    aria-label={`Familias de ${name}`}
                    onClick={() => setCourse(id)}
                  >
                    {name}
                  </Anchor>
                ) : (
                  name
                )}
              </Table.Td>
              <Table.Td>
                <ReceiptBar received={received} families={families} />
              </Table.Td>
              <Table.Td className="number">
                {families === received ? '–' : numberText(families - received)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notice.courses.length > COURSES_SHOWN && !isWhole && (
        <Button
          variant="subtle"
          onClick={() => setIsWhole(true)}
        >{`Ver los ${notice.courses.length} cursos`}</Button>
      )}
      {course_id !== undefined && (
        <CourseReceipts notice_id={notice.id} course_id={course_id} onClose={() => setCourse(undefined)} />
      )}
    </>
  )
}

type CourseProps = { notice_id: number; course_id: number; onClose: () => void }

/** The families of a course; those without a receipt come first. */
function CourseReceipts({ notice_id, course_id, onClose }: CourseProps) {
  const { id: school_id } = useSchool()
  const course = useQuery(officeQuery('getNoticeCourse', { school_id, notice_id, course_id }))
  return (
    <Modal opened onClose={onClose} title="Acuses de recibo" size="lg">
      <QueryContent query={course}>
        {({ families }) => (
          <ul className="rows">
            {families.map(({ student_id, student, guardians }) => (
              <li key={student_id} className="row">
                <span className="grow">
                  <strong>{student}</strong>
                  <br />
                  <Text span size="sm" c="dimmed">
                    {guardians
                      .map(({ name, received_at }) =>
                        received_at ? `${name}, ${whenText(received_at)}` : name,
                      )
                      .join(' · ') || 'Sin apoderados'}
                  </Text>
                </span>
                {guardians.some(({ received_at }) => received_at) ? (
                  <Chip tone="good">Recibido</Chip>
                ) : (
                  <Chip tone="wait">Falta</Chip>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Modal>
  )
}
