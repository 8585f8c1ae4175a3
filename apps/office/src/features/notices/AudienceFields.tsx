import { type NoticeAudience, noticeAudiences } from '@apoderados/contract/office/notices'
import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Anchor, Button, Modal, MultiSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText } from '../../shared/text.ts'
import type { Draft } from './noticeDraft.ts'

type Props = { notice_id: number; draft: Draft; onChange: (draft: Draft) => void }

const audienceNames: Record<NoticeAudience, string> = {
  school: 'Todo el colegio',
  level: 'Nivel',
  courses: 'Cursos',
  families: 'Una familia',
}

/** For whom a notice is, and how many it reaches. */
export function AudienceFields({ notice_id, draft, onChange }: Props) {
  const { id: school_id, may } = useSchool()
  const { data } = useQuery(officeQuery('getNoticeAudience', { school_id }))
  const courses = data?.courses ?? []
  const shown = noticeAudiences.filter((audience) => audience === 'courses' || may('messages.send_all'))
  return (
    <fieldset className="plain-fieldset">
      <legend>Para</legend>
      <SegmentedControl
        aria-label="Para quién es"
        value={draft.audience}
        data={shown.map((value) => ({ value, label: audienceNames[value] }))}
        onChange={(value) => onChange({ ...draft, audience: value as NoticeAudience })}
      />
      {draft.audience === 'courses' && (
        <MultiSelect
          aria-label="Cursos"
          placeholder="Agregar curso"
          searchable
          hidePickedOptions
          data={courses.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.course_ids.map(String)}
          onChange={(ids) => onChange({ ...draft, course_ids: ids.map(Number) })}
        />
      )}
      {draft.audience === 'level' && (
        <MultiSelect
          aria-label="Niveles"
          placeholder="Agregar nivel"
          searchable
          hidePickedOptions
          data={[...new Set(courses.map(({ level }) => level))]}
          value={draft.levels}
          onChange={(levels) => onChange({ ...draft, levels })}
        />
      )}
      {draft.audience === 'families' && <FamilyField draft={draft} onChange={onChange} />}
      <ReachLine notice_id={notice_id} />
    </fieldset>
  )
}

function FamilyField({ draft, onChange }: Omit<Props, 'notice_id'>) {
  const { id: school_id } = useSchool()
  const [text, setText] = useState('')
  const isLong = text.trim().length >= 2
  const { data } = useQuery({ ...officeQuery('findFamilies', { school_id, text }), enabled: isLong })
  const chosen = new Set(draft.students.map(({ id }) => id))
  const found = isLong ? (data?.students ?? []).filter(({ id }) => !chosen.has(id)) : []
  const remove = (id: number) =>
    onChange({ ...draft, students: draft.students.filter((each) => each.id !== id) })
  return (
    <>
      <TextInput
        label="Estudiante"
        placeholder="Nombre o RUN"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul className="rows">
        {draft.students.map(({ id, name, course }) => (
          <li key={id} className="row">
            <span className="grow">
              <strong>{name}</strong> · {course}
            </span>
            <Button variant="subtle" aria-label={`Quitar a ${name}`} onClick={() => remove(id)}>
              Quitar
            </Button>
          </li>
        ))}
        {found.map((student) => (
          <li key={student.id} className="row">
            <span className="grow">
              {student.name} · {student.course}
            </span>
            <Button
              variant="light"
              aria-label={`Agregar a ${student.name}`}
              onClick={() => {
                setText('')
                onChange({ ...draft, students: [...draft.students, student] })
              }}
            >
              Agregar
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How the saved draft would reach its families now, with the list of those whom nothing reaches. */
function ReachLine({ notice_id }: { notice_id: number }) {
  const { id: school_id } = useSchool()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(officeQuery('getNoticeReach', { school_id, notice_id }))
  if (!data) return null
  const { unreached_total: count, unreached } = data
  return (
    <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
      {`${reachText(data)} `}
      {count > 0 && (
        <Anchor component="button" type="button" size="sm" fw={600} onClick={() => setIsOpen(true)}>
          {countText(count, 'familia no lo verá', 'familias no lo verán')}
        </Anchor>
      )}
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Familias que no lo verán">
        <Text mb="sm">Ningún apoderado suyo ha ingresado. Invítelos en Personas.</Text>
        <ul className="rows">
          {unreached.map(({ student, course }) => (
            <li key={`${course} ${student}`} className="row">
              <span className="grow">{student}</span>
              <Text c="dimmed">{course}</Text>
            </li>
          ))}
        </ul>
        {unreached.length < count && (
          <Text c="dimmed">{`y ${numberText(count - unreached.length)} más`}</Text>
        )}
      </Modal>
    </Text>
  )
}

function reachText({ students, guardians, push, mail, app }: OfficeResponseOf<'getNoticeReach'>): string {
  const ways = [
    `${numberText(push)} por celular`,
    `${numberText(mail)} por correo`,
    app > 0 && `${numberText(app)} solo en la aplicación`,
  ]
  return `${countText(students, 'estudiante', 'estudiantes')}, ${countText(guardians, 'apoderado', 'apoderados')}: ${ways.filter(Boolean).join(', ')}.`
}
