import { REASON_LENGTH_MAX, type StudentGuardian } from '@apoderados/contract/office/people'
import { Checkbox, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOfficeMutation } from '../../../shared/queries.ts'
import { useSchool } from '../../../shared/school.ts'
import { ActDialog } from '../ActDialog.tsx'
import { thenClose } from '../peopleWrites.ts'
import { fullNameOf, rutText } from '../person.ts'
import { DataDialog, KeyDialog } from './fileDialogs.tsx'
import { questionDialog } from './questionDialog.tsx'

export type GuardianAct =
  | 'email'
  | 'names'
  | 'sharing'
  | 'represent'
  | 'key'
  | 'block'
  | 'restore'
  | 'remove'
  | 'unlock'
  | 'close'
  | 'open'
  | 'data'

export type GuardianDialogProps = {
  guardian: StudentGuardian & { account: NonNullable<StudentGuardian['account']> }
  student: { id: number; name: string }
  onClose: () => void
}

export function GuardianDialog({ act, ...props }: GuardianDialogProps & { act: GuardianAct }) {
  const Dialog = dialogs[act]
  return <Dialog {...props} />
}

function EmailDialog({ guardian, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const [email, setEmail] = useState(guardian.account.email)
  const correct = useOfficeMutation('correctEmail', thenClose(onClose))
  const save = (before: string) => correct.mutate({ school_id, parent_id: guardian.id, email, before })
  return (
    <ActDialog
      title={`Corregir el correo de ${guardian.name}`}
      about="El correo anterior recibe un aviso. Sus sesiones terminan, y la clave de un solo uso que tenía ya no sirve."
      verb="Corregir correo"
      error={correct.error}
      isPending={correct.isPending}
      isDisabled={email.trim() === guardian.account.email}
      onSubmit={() => save(guardian.account.email)}
      onClose={onClose}
      own={{ email }}
      onInsist={(current) => save(current.email ?? '')}
    >
      <TextInput
        label="Correo con que ingresa"
        description="Corríjalo también en sus planillas."
        type="email"
        autoComplete="off"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </ActDialog>
  )
}

function NamesDialog({ guardian, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const [name, setName] = useState(guardian.name)
  const [last_name, setLastName] = useState(guardian.last_name)
  const [run, setRun] = useState(rutText(guardian.account))
  const correct = useOfficeMutation('correctGuardian', thenClose(onClose))
  const save = (before: { name: string; last_name: string; rut: string | null }) =>
    correct.mutate({
      school_id,
      parent_id: guardian.id,
      name,
      last_name,
      run: run.trim() === '' ? null : run,
      before,
    })
  return (
    <ActDialog
      title={`Corregir datos de ${guardian.name}`}
      about="La familia los lee al abrir la aplicación. Por el RUN reconoce la carga a la persona: corríjalo también en sus planillas."
      verb="Guardar"
      error={correct.error}
      isPending={correct.isPending}
      onSubmit={() => save({ name: guardian.name, last_name: guardian.last_name, rut: guardian.account.rut })}
      onClose={onClose}
      own={{ name, last_name, run }}
      onInsist={(current) =>
        save({
          name: current.name ?? '',
          last_name: current.last_name ?? '',
          rut: current.rut ?? null,
        })
      }
    >
      <TextInput
        label="Nombres"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Apellidos"
        value={last_name}
        onChange={(event) => setLastName(event.currentTarget.value)}
      />
      <TextInput label="RUN" value={run} onChange={(event) => setRun(event.currentTarget.value)} />
    </ActDialog>
  )
}

function SharingDialog({ guardian, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const [shares_phone, setPhone] = useState(guardian.account.shares_phone)
  const [shares_email, setEmail] = useState(guardian.account.shares_email)
  const set = useOfficeMutation('setSharing', thenClose(onClose))
  return (
    <ActDialog
      title={`Lo que ${guardian.name} muestra al curso`}
      about="Solo con su autorización escrita. Las familias del curso lo ven desde ya."
      verb="Guardar"
      error={set.error}
      isPending={set.isPending}
      onSubmit={() => set.mutate({ school_id, parent_id: guardian.id, shares_phone, shares_email })}
      onClose={onClose}
    >
      <Switch
        label="Su teléfono"
        checked={shares_phone}
        onChange={(event) => setPhone(event.currentTarget.checked)}
      />
      <Switch
        label="Su correo"
        checked={shares_email}
        onChange={(event) => setEmail(event.currentTarget.checked)}
      />
    </ActDialog>
  )
}

function RepresentDialog({ guardian, student, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const is_representative = !guardian.account.is_legal_representative
  const set = useOfficeMutation('setRepresentative', thenClose(onClose))
  return (
    <ActDialog
      title={`${guardian.name} y ${student.name}`}
      about={
        is_representative
          ? 'Solo si consta en el certificado de nacimiento o en una resolución. Desde ya podrá pedir por los datos del estudiante y decidir sobre su foto.'
          : 'Desde ya no podrá pedir por los datos del estudiante ni decidir sobre su foto.'
      }
      verb={is_representative ? 'Anotar que lo representa' : 'Anotar que ya no lo representa'}
      error={set.error}
      isPending={set.isPending}
      onSubmit={() =>
        set.mutate({ school_id, student_id: student.id, parent_id: guardian.id, is_representative })
      }
      onClose={onClose}
    />
  )
}

function BlockDialog({ guardian, student, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const [reason, setReason] = useState('')
  const [all, setAll] = useState(false)
  const block = useOfficeMutation('blockAccess', thenClose(onClose))
  const others = guardian.account.other_students
  return (
    <ActDialog
      title={`Bloquear acceso de ${guardian.name}`}
      about={`${fullNameOf(guardian)} deja de ver a ${student.name} desde la próxima acción, en todos sus dispositivos. Ninguna carga lo vuelve a abrir.`}
      verb="Bloquear acceso"
      error={block.error}
      isPending={block.isPending}
      isDisabled={reason.trim() === ''}
      onSubmit={() =>
        block.mutate({ school_id, student_id: student.id, parent_id: guardian.id, reason, all })
      }
      onClose={onClose}
    >
      <Textarea
        label="Motivo"
        description="Solo con una resolución judicial que usted haya visto. Anote lo mínimo, nada de la historia."
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {others.length > 0 && (
        <Checkbox
          label={`También a ${others.map(({ name }) => name).join(', ')}`}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  )
}

const dialogs: Record<GuardianAct, (props: GuardianDialogProps) => React.ReactNode> = {
  email: EmailDialog,
  names: NamesDialog,
  represent: RepresentDialog,
  sharing: SharingDialog,
  key: KeyDialog,
  data: DataDialog,
  block: BlockDialog,
  restore: questionDialog('restoreAccess', {
    verb: 'Restablecer acceso',
    about: ({ guardian, student }) => `${fullNameOf(guardian)} vuelve a ver a ${student.name} desde ya.`,
  }),
  remove: questionDialog('removeLink', {
    verb: 'Quitar vínculo',
    about: ({ guardian, student }) =>
      `${fullNameOf(guardian)} deja de ver a ${student.name}. Quítelo también de sus planillas: una carga lo vuelve a agregar.`,
  }),
  unlock: questionDialog('unlockGuardian', {
    verb: 'Olvidar los intentos fallidos',
    about: ({ guardian }) => `${guardian.name} puede ingresar de inmediato en un dispositivo nuevo.`,
  }),
  close: questionDialog('closeAccount', {
    verb: 'Cerrar la cuenta',
    about: ({ guardian }) =>
      `Las sesiones de ${guardian.name} terminan y nadie más ingresa con ella. No se borra nada.`,
  }),
  open: questionDialog('openAccount', {
    verb: 'Abrir la cuenta',
    about: ({ guardian }) => `${guardian.name} vuelve a ingresar con la contraseña que tenía.`,
  }),
}
