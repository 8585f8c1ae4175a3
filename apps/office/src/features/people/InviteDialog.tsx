import { type CourseStudent, LETTERS_MAX } from '@apoderados/contract/office/people'
import { Button, Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { useOfficeMutation, withConfirmation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, dayText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { ActDialog } from './ActDialog.tsx'
import { type Delivery, DeliveryChoice, LETTER_ADVICE } from './DeliveryChoice.tsx'
import { refreshPeople, thenClose } from './peopleWrites.ts'

type InviteDialogProps = { title: string; students: CourseStudent[]; onClose: () => void }

/** The guardians who may get a one-time password, each once, with their students. */
function waitingOf(students: CourseStudent[]) {
  const waiting = students.flatMap((student) =>
    student.guardians
      .filter(({ is_invitable }) => is_invitable)
      .map((guardian) => ({ ...guardian, student: student.name })),
  )
  const byGuardian = [...Map.groupBy(waiting, ({ id }) => id).values()]
  return byGuardian
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, students: [first.student, ...others.map(({ student }) => student)] }] : [],
    )
    .slice(0, LETTERS_MAX)
}

/** Gives one-time passwords to guardians who have no password of their own. */
export function InviteDialog({ title, students, onClose }: InviteDialogProps) {
  const { id: school_id } = useSchool()
  const [delivery, setDelivery] = useState<Delivery>('letter')
  const [excluded, setExcluded] = useState<number[]>([])
  const [keeps_valid, setKeeps] = useState(false)
  const waiting = waitingOf(students)
  // Who has a student in another school too gets no letter, because the account opens that one as well.
  const isPossible = ({ is_elsewhere }: { is_elsewhere: boolean | null }) =>
    delivery === 'mail' || !is_elsewhere
  const chosen = waiting.filter((each) => isPossible(each) && !excluded.includes(each.id))
  const invited = chosen.filter(({ invited_until }) => invited_until !== null)
  const parent_ids = chosen.map(({ id }) => id)
  const request = { school_id, parent_ids, keeps_valid }
  const mail = useOfficeMutation('inviteByMail', thenClose(onClose))
  const withdraw = useOfficeMutation('withdrawInvitations', thenClose(onClose))
  const letters = useMutation({
    mutationFn: () => withConfirmation(() => downloadFile('inviteByLetter', request)),
    onSuccess: onClose,
    onSettled: refreshPeople,
  })
  const pendingText = countText(waiting.length, 'apoderado todavía no tiene', 'apoderados todavía no tienen')
  return (
    <ActDialog
      title={title}
      size="lg"
      about={
        waiting.length === 0
          ? 'Todos los apoderados ya eligieron su contraseña.'
          : `${pendingText} contraseña propia. Cada uno recibe una clave nueva; la anterior deja de servir.`
      }
      verb={
        delivery === 'letter'
          ? `Preparar ${countText(chosen.length, 'carta', 'cartas')}`
          : `Enviar ${countText(chosen.length, 'correo', 'correos')}`
      }
      error={mail.error ?? letters.error}
      isPending={mail.isPending || letters.isPending}
      isDisabled={chosen.length === 0}
      onSubmit={() => (delivery === 'letter' ? letters.mutate() : mail.mutate(request))}
      onClose={onClose}
    >
      {waiting.length > 0 && (
        <>
          <DeliveryChoice
            value={delivery}
            onChange={setDelivery}
            byMail={`Sale ahora a ${countText(chosen.length, 'correo', 'correos')}.`}
          />
          <ul className="rows boxed" aria-label="Apoderados">
            {waiting.map((each) => (
              <li key={each.id} className="row">
                <Checkbox
                  className="grow"
                  label={each.name}
                  description={
                    isPossible(each)
                      ? each.invited_until && `Clave vigente hasta el ${dayText(each.invited_until)}`
                      : 'También es de otro colegio: solo por correo'
                  }
                  disabled={!isPossible(each)}
                  checked={chosen.includes(each)}
                  onChange={(event) =>
                    setExcluded(
                      event.currentTarget.checked
                        ? excluded.filter((id) => id !== each.id)
                        : [...excluded, each.id],
                    )
                  }
                />
                <Text size="sm" c="dimmed" ta="right">
                  {each.students.join(', ')}
                </Text>
              </li>
            ))}
          </ul>
          {invited.length > 0 && (
            <>
              <Checkbox
                label="Quien tiene una clave vigente la conserva"
                description="Su carta se imprime otra vez con la misma clave; por correo no se le escribe."
                checked={keeps_valid}
                onChange={(event) => setKeeps(event.currentTarget.checked)}
              />
              <Button
                variant="subtle"
                className="start"
                loading={withdraw.isPending}
                onClick={() => withdraw.mutate({ school_id, parent_ids: invited.map(({ id }) => id) })}
              >
                {`Retirar ${countText(invited.length, 'clave vigente', 'claves vigentes')}`}
              </Button>
              <ErrorNotice error={withdraw.error} />
            </>
          )}
          {delivery === 'letter' && <p className="wait-notice">{LETTER_ADVICE}</p>}
          <Text size="sm" c="dimmed">
            Las claves valen 14 días y una sola vez.
          </Text>
        </>
      )}
    </ActDialog>
  )
}
