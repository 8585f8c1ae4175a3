import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import CalendarCheck from '@phosphor-icons/core/assets/regular/calendar-check.svg?react'
import CalendarPlus from '@phosphor-icons/core/assets/regular/calendar-plus.svg?react'
import { useState } from 'react'
import { openPhoneSettings } from '../../shared/device/push/phoneSettings.ts'
import { addToCalendar } from '../../shared/device/time/calendar.native.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { useSession } from '../../shared/session/store.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { showToast } from '../../shared/ui/notices/toast.ts'
import { calendarEntry } from './calendarEntry.ts'

type Props = { event: DiaryEvent; isAdded: boolean; onAdded: () => void }

/** Adds the event to the phone's calendar. While the page is open, an added event cannot be added again. */
export function CalendarButton({ event, isAdded, onAdded }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const school = selectedStudent(useSession())?.establishment
  const Icon = isAdded ? CalendarCheck : CalendarPlus

  async function add() {
    setBusy(true)
    const { kind, message } = await addToCalendar(calendarEntry(event, school))
    setBusy(false)
    setRefusal(kind === 'refused' ? message : undefined)
    if (kind !== 'refused') showToast(kind === 'added' ? 'success' : 'error', message)
    if (kind === 'added') onAdded()
  }

  return (
    <>
      {refusal && <RefusalNotice message={refusal} />}
      <Button variant="soft" busyLabel={isBusy && 'Agregando'} disabled={isAdded} onClick={add}>
        <Icon className="size-5.5 shrink-0" />
        <span>{isAdded ? 'Agregado al calendario' : 'Agregar al calendario'}</span>
      </Button>
    </>
  )
}

/** It is not a toast, which would vanish before the parent has changed the phone's settings. */
function RefusalNotice({ message }: { message: string }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 text-small">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold text-negative-text">{message}</p>
        <p>Apoderados no tiene permiso para usar el calendario de este teléfono.</p>
      </div>
      <button
        type="button"
        onClick={() => void openPhoneSettings('permissions')}
        className="min-h-(--touch) rounded-md px-3 font-semibold text-accent-text"
      >
        Abrir ajustes
      </button>
    </div>
  )
}
