import type { NotificationSettings } from '@apoderados/contract/notifications'
import { useState } from 'react'
import { isNative } from '../../../shared/device/native.ts'
import { useNotificationSettings } from '../../../shared/notifications/notificationSettings.ts'
import { useSession } from '../../../shared/session/store.ts'
import { nameAmong } from '../../../shared/text/names.ts'
import { LazyNotice } from '../../../shared/ui/notices/LazyNotice.tsx'
import { Skeleton } from '../../../shared/ui/notices/Skeleton.tsx'
import { choiceWithKinds } from './choice.ts'
import { DigestChoice } from './DigestChoice.tsx'
import { QuietHours } from './QuietHours.tsx'
import { SavingNotice } from './SavingNotice.tsx'
import { StudentSwitches } from './StudentSwitches.tsx'
import { Switch } from './Switch.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { useSavedChoice } from './useSavedChoice.ts'

/** The content of the dialog `Notificaciones`: this device, and what all devices of the parent are notified of. */
export function Notifications() {
  const query = useNotificationSettings()
  const { data, isPending } = query
  // The first answer is used: a later one must not replace a choice that is being saved.
  const [settings, setSettings] = useState<NotificationSettings>()
  if (data && !settings) setSettings(data)
  return (
    <div className="notification-settings">
      {!settings && <LazyNotice query={query} onRetry={() => void query.refetch()} />}
      <ThisDevice serverSendsToDevice={isNative() || settings?.vapid_public_key !== null} />
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
            onChange={(kinds, isOn) => change(choiceWithKinds(choice, student.id, kinds, isOn))}
          />
        )
      })}
      <QuietHours hours={choice} onChange={(hours) => change({ ...choice, ...hours })} />
      <div>
        <div className="switches">
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
