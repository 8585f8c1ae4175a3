import type { NewsKind } from '@apoderados/contract/news'
import type { NotificationSettings } from '@apoderados/contract/notifications'
import { useState } from 'react'
import { isNative } from '../../shared/device/native.ts'
import { useNotificationSettings } from '../../shared/notifications/notificationSettings.ts'
import { useSession } from '../../shared/session/store.ts'
import { nameAmong } from '../../shared/text/names.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { PageNotice } from '../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import {
  kindLabels,
  type SavingState,
  type StudentChoice,
  shownKinds,
  useSavedChoice,
  withKinds,
} from './notificationChoice.ts'
import { DigestChoice, QuietHours, Switch } from './notificationFields.tsx'
import { ThisDevice } from './ThisDevice.tsx'

/** The content of the dialog `Notificaciones`: this device, and what all devices of the parent are notified of. */
export function Notifications() {
  const query = useNotificationSettings()
  const { data, isPending } = query
  // The first response is used: a later one must not replace a choice that is being saved.
  const [settings, setSettings] = useState<NotificationSettings>()
  if (data && !settings) setSettings(data)
  return (
    <div className="grid gap-6 pb-6">
      {!settings && <PageNotice query={query} onRetry={() => void query.refetch()} />}
      <ThisDevice
        serverSendsToDevice={isNative() || (data !== null && settings?.vapid_public_key !== null)}
      />
      {isPending && !settings && <Skeleton />}
      {settings && <SettingsFields settings={settings} />}
    </div>
  )
}

function SettingsFields({ settings }: { settings: NotificationSettings }) {
  const { choice, change, saving, save } = useSavedChoice(settings)
  const students = useSession().students ?? []
  return (
    <>
      {choice.students.map((of) => {
        const student = students.find(({ id }) => id === of.student_id)
        if (!student) return null
        return (
          <StudentSwitches
            key={student.id}
            name={nameAmong(students, student)}
            choice={of}
            onChange={(kinds, isOn) => change(withKinds(choice, student.id, kinds, isOn))}
          />
        )
      })}
      <QuietHours hours={choice} onChange={(hours) => change({ ...choice, ...hours })} />
      <div>
        <div className="overflow-clip [&>*+*]:border-line [&>*+*]:border-t rounded-lg bg-sunk">
          <Switch
            label="Mostrar detalle"
            isStrong={true}
            isOn={choice.show_detail}
            onChange={(show_detail) => change({ ...choice, show_detail })}
          />
        </div>
        <p className="mt-2 text-small text-text-2">
          Sin detalle, la pantalla bloqueada dice «1 calificación nueva». Con detalle dice también el nombre,
          la asignatura y la nota, y puede leerlos cualquiera que la mire.
        </p>
      </div>
      {settings.digest && (
        <DigestChoice
          inForce={choice.digest ?? settings.digest}
          isOfSchool={!choice.digest}
          onChange={(digest) => change({ ...choice, digest })}
        />
      )}
      <SavingNotice saving={saving} onRetry={() => void save()} />
    </>
  )
}

const savingTexts = {
  saving: 'Guardando',
  saved: 'Guardado',
  unchanged: 'Cada cambio se guarda al momento.',
}

/** Shows whether the choice is saved. */
function SavingNotice({ saving, onRetry }: { saving: SavingState; onRetry: () => void }) {
  if (saving.state === 'failed') {
    return (
      <div className="grid gap-2">
        <div role="alert" className="text-negative-text text-small">
          <p className="font-semibold">No se pudo guardar lo que elegiste</p>
          <p>{saving.reason}</p>
        </div>
        <Button variant="soft" onClick={onRetry}>
          Guardar de nuevo
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="text-small text-text-2">
      {savingTexts[saving.state]}
    </p>
  )
}

type StudentSwitchesProps = {
  /** The student's name as it differs from those of the parent's other children. */
  name: string
  choice: StudentChoice
  onChange: (kinds: readonly NewsKind[], isOn: boolean) => void
}

/** The switches for the kinds of news about one student. */
function StudentSwitches({ name, choice: { kinds }, onChange }: StudentSwitchesProps) {
  const known = shownKinds.filter((kind) => kinds[kind] !== undefined)
  const isOn = (kind: NewsKind) => kinds[kind] === true
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-row">{`Avisos de ${name}`}</legend>
      <div className="overflow-clip [&>*+*]:border-line [&>*+*]:border-t rounded-lg bg-sunk">
        <Switch
          label="Todo"
          name={`Todo de ${name}`}
          isStrong={true}
          isOn={known.every(isOn)}
          onChange={(all) => onChange(known, all)}
        />
        {known.map((kind) => (
          <Switch
            key={kind}
            label={kindLabels[kind]}
            name={`${kindLabels[kind]} de ${name}`}
            isOn={isOn(kind)}
            onChange={(on) => onChange([kind], on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
