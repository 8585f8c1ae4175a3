import type { DocumentKind } from '@apoderados/contract/documents'
import { documentKindNames } from '@apoderados/contract/documents'
import { Button, Group, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText } from '../../shared/text.ts'
import { ErrorNotice, showToast } from '../../shared/ui/notices.tsx'
import { ActDialog } from '../people/ActDialog.tsx'

type Props = {
  kinds: DocumentKind[]
  /** The student of the page; undefined where one, or courses, are still to be chosen. */
  student_id?: number
  onIssued: (folio: string) => void
  onClose: () => void
}

const LISTS = ['listIssuedDocuments', 'getRegister'] as const

/** Issues a document to a student, or one to each student of some courses. */
export function IssueDialog({ kinds, student_id, onIssued, onClose }: Props) {
  const { id: school_id } = useSchool()
  const [kind, setKind] = useState<DocumentKind | undefined>(kinds[0])
  const [to, setTo] = useState<'student' | 'courses'>('student')
  const [chosen, setChosen] = useState(student_id)
  const [courses, setCourses] = useState<number[]>([])
  const issue = useOfficeMutation('issueDocument', {
    changes: [...LISTS],
    onSuccess({ folio }) {
      showToast('Documento emitido')
      onIssued(folio)
      onClose()
    },
  })
  const issueToCourses = useOfficeMutation('issueToCourses', {
    changes: [...LISTS],
    onSuccess({ total }) {
      showToast(`Se emiten ${countText(total, 'documento', 'documentos')}`)
      onClose()
    },
  })
  const isReady = kind !== undefined && (to === 'student' ? chosen !== undefined : courses.length > 0)
  function submit() {
    if (kind === undefined) return
    if (to === 'courses') issueToCourses.mutate({ school_id, kind, course_ids: courses })
    else if (chosen !== undefined) issue.mutate({ school_id, kind, student_id: chosen })
  }
  return (
    <ActDialog
      title="Emitir documento"
      verb="Emitir"
      error={issue.error ?? issueToCourses.error}
      isPending={issue.isPending || issueToCourses.isPending}
      isDisabled={!isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Documento"
        data={kinds.map((value) => ({ value, label: documentKindNames[value] }))}
        value={kind ?? null}
        allowDeselect={false}
        onChange={(value) => setKind(value as DocumentKind)}
      />
      {kind && <PreviewButton kind={kind} />}
      {student_id === undefined && (
        <>
          <SegmentedControl
            aria-label="Para quién"
            value={to}
            onChange={(value) => setTo(value as typeof to)}
            data={[
              { value: 'student', label: 'Un estudiante' },
              { value: 'courses', label: 'Cursos completos' },
            ]}
          />
          {to === 'student' ? (
            <StudentField value={chosen} onChange={setChosen} />
          ) : (
            <CoursesField value={courses} onChange={setCourses} />
          )}
        </>
      )}
    </ActDialog>
  )
}

/** Downloads how a kind of document looks, with invented data. */
export function PreviewButton({ kind }: { kind: DocumentKind }) {
  const { id: school_id } = useSchool()
  const preview = useMutation({ mutationFn: () => downloadFile('previewDocument', { school_id, kind }) })
  return (
    <>
      <ErrorNotice error={preview.error} title="No se pudo descargar" />
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Ver una muestra: ${documentKindNames[kind]}`}
          loading={preview.isPending}
          onClick={() => preview.mutate()}
        >
          Ver una muestra
        </Button>
      </Group>
    </>
  )
}

const TYPING_MS = 250
const TEXT_MIN = 2

type StudentFieldProps = { value: number | undefined; onChange: (id: number | undefined) => void }

function StudentField({ value, onChange }: StudentFieldProps) {
  const { id: school_id } = useSchool()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data } = useQuery({
    ...officeQuery('searchPeople', { school_id, text }),
    enabled: text.length >= TEXT_MIN,
  })
  return (
    <Select
      label="Estudiante"
      placeholder="Nombre o RUN"
      data={data?.students.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      filter={({ options }) => options}
      nothingFoundMessage={text.length >= TEXT_MIN ? 'Nadie con ese nombre o RUN' : 'Escriba un nombre o RUN'}
      searchable
      clearable
      onSearchChange={setTyped}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  )
}

type CoursesFieldProps = { value: number[]; onChange: (ids: number[]) => void }

function CoursesField({ value, onChange }: CoursesFieldProps) {
  const { id: school_id } = useSchool()
  const { data } = useQuery(officeQuery('listCourses', { school_id }))
  return (
    <MultiSelect
      label="Cursos"
      data={data?.courses.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      value={value.map(String)}
      searchable
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
