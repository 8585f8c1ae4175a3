import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import {
  CONSENT_VERSION,
  type ConsentKind,
  consentTexts,
  type PrivacyResponse,
} from '@apoderados/contract/privacy'
import { useState } from 'react'
import { sendCall } from '../../../shared/api/api.ts'
import { useSession } from '../../../shared/session/store.ts'
import { dayAndMonth } from '../../../shared/text/format.ts'
import { nameAmong } from '../../../shared/text/names.ts'
import { showToast } from '../../../shared/ui/notices/toast.ts'
import { Switch } from '../notificationFields.tsx'
import { failureOf, refetchPrivacy } from './privacyData.ts'

type Consent = PrivacyResponse['phone']

const stateText = ({ is_granted, since }: Consent) =>
  `${is_granted ? 'Sí' : 'No'}${since ? ` desde el ${dayAndMonth(since)}` : ''}`

/** What the parent shows to the families of the course. A switch acts at once, and the server keeps what was read. */
export function ConsentSwitches({ privacy }: { privacy: PrivacyResponse }) {
  const students = useSession().students ?? []
  return (
    <div className="card overflow-clip [&>*+*]:border-line [&>*+*]:border-t">
      <ConsentSwitch label="Mi teléfono" kind="phone" student_id={null} consent={privacy.phone} />
      <ConsentSwitch label="Mi correo" kind="email" student_id={null} consent={privacy.email} />
      {privacy.students.map(({ student_id, photo, is_representative }) => {
        const student = students.find(({ id }) => id === student_id)
        if (!student) return null
        const label = `La foto de ${nameAmong(students, student)}`
        return is_representative ? (
          <ConsentSwitch
            key={student_id}
            label={label}
            kind="photo"
            student_id={student_id}
            consent={photo}
          />
        ) : (
          <div key={student_id} className="px-4 py-3">
            <p className="text-row">{label}</p>
            <p className="text-small text-text-2">
              {`${stateText(photo)}. Solo un representante legal puede cambiarlo.`}
            </p>
          </div>
        )
      })}
    </div>
  )
}

type Props = { label: string; kind: ConsentKind; student_id: number | null; consent: Consent }

function ConsentSwitch({ label, kind, student_id, consent }: Props) {
  const [chosen, setChosen] = useState<boolean>()
  const isOn = chosen ?? consent.is_granted
  async function change(is_granted: boolean) {
    if (chosen !== undefined) return
    setChosen(is_granted)
    try {
      const request = { kind, student_id, is_granted, version: CONSENT_VERSION }
      const { message } = (await sendCall(privacyApi.setConsent, request)) as { message: string }
      await refetchPrivacy()
      showToast('success', message)
    } catch (error) {
      showToast('error', failureOf(error))
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <div>
      <Switch label={label} isOn={isOn} onChange={(is_granted) => void change(is_granted)} />
      <p className="-mt-1 px-4 pb-3 text-small text-text-2">
        {`${stateText({ ...consent, is_granted: isOn })}. ${consentTexts[kind]}`}
      </p>
    </div>
  )
}
