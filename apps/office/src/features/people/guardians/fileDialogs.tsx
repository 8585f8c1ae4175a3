import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../../shared/api.ts'
import { useOfficeMutation, withConfirmation } from '../../../shared/queries.ts'
import { useSchool } from '../../../shared/school.ts'
import { ActDialog } from '../ActDialog.tsx'
import { type Delivery, DeliveryChoice, LETTER_ADVICE } from '../DeliveryChoice.tsx'
import { refreshPeople, thenClose } from '../peopleWrites.ts'
import type { GuardianDialogProps } from './guardianDialogs.tsx'

export function KeyDialog({ guardian, onClose }: GuardianDialogProps) {
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

export function DataDialog({ guardian, onClose }: GuardianDialogProps) {
  const { id: school_id } = useSchool()
  const download = useMutation({
    mutationFn: () =>
      withConfirmation(() => downloadFile('exportFamily', { school_id, parent_id: guardian.id })),
    onSuccess: onClose,
  })
  return (
    <ActDialog
      title={`Descargar los datos de ${guardian.name}`}
      about="Un archivo con su cuenta y todo lo de los estudiantes que ve. Entréguelo solo a esa persona y bórrelo después."
      verb="Descargar"
      error={download.error}
      isPending={download.isPending}
      onSubmit={() => download.mutate()}
      onClose={onClose}
    />
  )
}
