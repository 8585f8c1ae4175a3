import { REASON_LENGTH_MAX, type StudentGuardian } from '@apoderados/contract/office/people'
import { Checkbox, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { queryClient, useOfficeMutation, withConfirmation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { showToast } from '../../shared/ui/notices.tsx'
import { ActDialog } from './ActDialog.tsx'
import { fullNameOf, rutText } from './person.ts'

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

type GuardianDialogProps = {
  guardian: StudentGuardian & { account: NonNullable<StudentGuardian['account']> }
  student: { id: number; name: string }
  onClose: () => void
}

/** What a write about a person changes on the screens. */
const changes = ['getStudent', 'getCourse', 'listCourses', 'getReach', 'getRegister'] as const

/** The options of a write: it tells its result and closes the dialog. */
export const thenClose = (onClose: () => void) => ({
  changes: [...changes],
  onSuccess({ message }: { message: string }) {
    showToast(message)
    onClose()
  },
})

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

export type Delivery = 'letter' | 'mail'

type DeliveryChoiceProps = { value: Delivery; onChange: (delivery: Delivery) => void; byMail: string }

/** How one-time passwords reach people. */
export const DeliveryChoice = ({ value, onChange, byMail }: DeliveryChoiceProps) => (
  <Radio.Group aria-label="Cómo se entrega" value={value} onChange={(next) => onChange(next as Delivery)}>
    <Stack gap="xs">
      <Radio
        value="letter"
        label="Cartas para imprimir"
        description="Un PDF con una página por persona y el código QR de la dirección."
      />
      <Radio value="mail" label="Correo" description={byMail} />
    </Stack>
  </Radio.Group>
)

export const LETTER_ADVICE =
  'Entregue cada carta en sobre cerrado y en la mano de esa persona. Después destruya el PDF.'

/** Refreshes what shows who holds a one-time password. */
export const refreshPeople = () =>
  Promise.all(changes.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

function KeyDialog({ guardian, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const [delivery, setDelivery] = useState<Delivery>('letter')
  const request = { school_id, parent_id: guardian.id }
  const mail = useOfficeMutation('sendKeyByMail', thenClose(onClose))
  const letter = useMutation({
    mutationFn: () => withConfirmation(() => downloadFile('sendKeyByLetter', request)),
    onSuccess: onClose,
    onSettled: refreshPeople,
  })
  const { has_password, email } = guardian.account
  return (
    <ActDialog
      title={`Enviar otra clave a ${guardian.name}`}
      about={
        has_password
          ? 'Su contraseña deja de servir y sus sesiones terminan en todos los dispositivos. La clave nueva vale 14 días y una sola vez.'
          : 'Recibe una clave nueva, que vale 14 días; la anterior deja de servir.'
      }
      verb={delivery === 'letter' ? 'Preparar la carta' : 'Enviar otra clave'}
      error={mail.error ?? letter.error}
      isPending={mail.isPending || letter.isPending}
      onSubmit={() => (delivery === 'letter' ? letter.mutate() : mail.mutate(request))}
      onClose={onClose}
    >
      <DeliveryChoice value={delivery} onChange={setDelivery} byMail={`Sale ahora a ${email}.`} />
      {delivery === 'letter' && <p className="wait-notice">{LETTER_ADVICE}</p>}
    </ActDialog>
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

type Question = { verb: string; about: (props: GuardianDialogProps) => string }

/** Returns a dialog that asks before a call about the link, or about the account alone. */
function questionDialog(
  name: 'restoreAccess' | 'removeLink' | 'unlockGuardian' | 'closeAccount' | 'openAccount',
  { verb, about }: Question,
) {
  return function QuestionDialog(props: GuardianDialogProps) {
    const { guardian, student, onClose } = props
    const { id: school_id } = useSchool()
    const call = useOfficeMutation(name, thenClose(onClose))
    const link = { school_id, student_id: student.id, parent_id: guardian.id }
    const isAboutLink = name === 'restoreAccess' || name === 'removeLink'
    return (
      <ActDialog
        title={`¿${verb} de ${guardian.name}?`}
        about={about(props)}
        verb={verb}
        error={call.error}
        isPending={call.isPending}
        onSubmit={() => call.mutate(isAboutLink ? link : { school_id, parent_id: guardian.id })}
        onClose={onClose}
      />
    )
  }
}

const dialogs: Record<GuardianAct, (props: GuardianDialogProps) => React.ReactNode> = {
  email: EmailDialog,
  names: NamesDialog,
  represent: RepresentDialog,
  sharing: SharingDialog,
  key: KeyDialog,
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
