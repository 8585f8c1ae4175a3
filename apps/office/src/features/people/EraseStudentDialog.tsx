import { Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { showToast } from '../../shared/ui/notices.tsx'
import { ActDialog } from './ActDialog.tsx'

type EraseStudentDialogProps = { student: { id: number; name: string }; onClose: () => void }

/** Asks for the student's name before everything about the student goes. */
export function EraseStudentDialog({ student, onClose }: EraseStudentDialogProps) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const [typed_name, setTypedName] = useState('')
  const [still_enrolled, setStillEnrolled] = useState(false)
  const erase = useOfficeMutation('eraseStudent', {
    changes: ['getCourse', 'listCourses', 'getReach', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      void navigate({ to: '/colegios/$schoolId/personas', params: { schoolId: String(school_id) } } as object)
    },
  })
  return (
    <ActDialog
      title="Borrar para siempre al estudiante"
      about="Se borran el estudiante, sus notas, asistencia, atrasos, observaciones, certificados y fotos, y las cuentas de los apoderados sin otro estudiante. Quedan Registro, las respuestas a solicitudes sobre datos y los respaldos hasta que venzan. Quítelo antes de sus planillas: una carga lo vuelve a agregar."
      verb="Borrar para siempre"
      error={erase.error}
      isPending={erase.isPending}
      isDisabled={typed_name.trim() === ''}
      onSubmit={() => erase.mutate({ school_id, student_id: student.id, typed_name, still_enrolled })}
      onClose={onClose}
    >
      <TextInput
        label="Escriba el nombre completo"
        description={student.name}
        autoComplete="off"
        data-autofocus
        value={typed_name}
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <Checkbox
        label="También si tiene matrícula vigente"
        checked={still_enrolled}
        onChange={(event) => setStillEnrolled(event.currentTarget.checked)}
      />
    </ActDialog>
  )
}
