import { devicesApi } from '@apoderados/contract/calls/devicesApi'
import type { DeviceSession } from '@apoderados/contract/devices'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import DeviceMobile from '@phosphor-icons/core/assets/regular/device-mobile.svg?react'
import Fingerprint from '@phosphor-icons/core/assets/regular/fingerprint.svg?react'
import Laptop from '@phosphor-icons/core/assets/regular/laptop.svg?react'
import SignOut from '@phosphor-icons/core/assets/regular/sign-out.svg?react'
import { type ReactNode, useState } from 'react'
import { sendCall } from '../../../shared/api/api.ts'
import { isNative } from '../../../shared/device/native.ts'
import { openDialog } from '../../../shared/dialogEntry.ts'
import { Chip } from '../../../shared/ui/content/Chip.tsx'
import { Section } from '../../../shared/ui/content/Section.tsx'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { PageNotice } from '../../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../../shared/ui/notices/Skeleton.tsx'
import { showToast } from '../../../shared/ui/notices/toast.ts'
import { lazyComponent } from '../../../shared/ui/page/lazyComponent.tsx'
import { dayOf, isHandheld, lastUse, platformName, programName } from './deviceText.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { refetchDevices, usePasskeys, useSessions } from './useDevices.ts'

/** The protection that only the phone's app offers. */
const PhoneProtection = lazyComponent(
  () => import('./PhoneProtection.native.tsx').then((m) => m.PhoneProtection),
  () => null,
)

/** The sessions that the parent is about to close: one, or all others. */
type Asked = DeviceSession | 'others'

const ICON = 'my-2 size-6 shrink-0 self-center text-text-2'

/** The content of the dialog `Dispositivos`: where the account is open, and how it is protected. */
export function Devices() {
  const query = useSessions()
  const [asked, setAsked] = useState<Asked>()
  if (asked) return <CloseForm asked={asked} onEnd={() => setAsked(undefined)} />
  const { data, isPending } = query
  const [current, ...others] = data?.sessions ?? []
  return (
    <div className="grid gap-5 pb-6">
      <p className="text-body text-text-2">
        Donde tu cuenta está abierta. Si no reconoces uno, ciérralo y cambia tu contraseña.
      </p>
      {isPending ? <Skeleton /> : <PageNotice query={query} onRetry={() => void query.refetch()} />}
      {current && (
        <ul className="overflow-clip rounded-lg bg-sunk">
          <Device session={current} end={<Chip tone="accent">Este dispositivo</Chip>} />
        </ul>
      )}
      {others.length > 0 && <OtherDevices others={others} onAsk={setAsked} />}
      {isNative() ? <PhoneProtection /> : <Protection />}
    </div>
  )
}

function OtherDevices({ others, onAsk }: { others: DeviceSession[]; onAsk: (asked: Asked) => void }) {
  return (
    <>
      <Section title="Otros">
        <ul className="[&>*+*]:border-line [&>*+*]:border-t">
          {others.map((session) => (
            <Device
              key={session.id}
              session={session}
              end={
                <button
                  type="button"
                  aria-label={`Cerrar ${platformName(session)}, ${programName(session)}`}
                  onClick={() => onAsk(session)}
                  className="min-h-11 shrink-0 rounded-sm px-2 font-semibold text-accent-text text-small"
                >
                  Cerrar
                </button>
              }
            />
          ))}
        </ul>
      </Section>
      <div>
        {others.length > 1 && (
          <Button variant="soft" onClick={() => onAsk('others')}>
            <SignOut className="size-5.5 shrink-0" />
            <span>{`Cerrar los otros ${others.length}`}</span>
          </Button>
        )}
        <p className="mt-2 px-1 text-small text-text-2">
          Te pediremos tu contraseña o tu llave de acceso. El dispositivo cerrado deja de recibir avisos.
        </p>
      </div>
    </>
  )
}

/** A session: its device, its program with the last use and, for another device than this one, the first use. */
function Device({ session, end }: { session: DeviceSession; end: ReactNode }) {
  const Icon = isHandheld(session) ? DeviceMobile : Laptop
  const now = new Date()
  const use = session.is_current ? 'ahora' : lastUse(session.last_seen_at, now)
  return (
    <li className="flex items-center gap-4 px-4 py-2">
      <Icon className={ICON} />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-row">{platformName(session)}</p>
        <p className="text-small text-text-2">{`${programName(session)} · ${use}`}</p>
        {!session.is_current && (
          <p className="text-small text-text-2">{`Desde el ${dayOf(session.created_at, now)}`}</p>
        )}
      </div>
      {end}
    </li>
  )
}

function CloseForm({ asked, onEnd }: { asked: Asked; onEnd: () => void }) {
  const send = async (proof: Proof) => {
    const which = asked === 'others' ? {} : { session_id: asked.id }
    const response = await sendCall(devicesApi.closeSessions, { ...which, ...proof })
    await refetchDevices('getSessions')
    showToast('success', (response as { message: string }).message)
    onEnd()
  }
  return (
    <ProofForm
      question={
        asked === 'others'
          ? 'Se cerrará tu cuenta en todos los otros dispositivos.'
          : `Se cerrará tu cuenta en ${platformName(asked)}, ${programName(asked)}.`
      }
      action={['Cerrar sesión', 'Cerrando']}
      send={send}
      onCancel={onEnd}
    />
  )
}

/** The ways to protect the account: the passkeys, which need a server with a name and a browser. */
function Protection() {
  const { data } = usePasskeys()
  if (!data) return null
  const { length: count } = data.passkeys
  return (
    <Section title="Protección">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openDialog('Llaves de acceso')}
        className="row"
      >
        <Fingerprint className={ICON} />
        <span className="row-body">
          <span className="min-w-0">
            <span className="block font-medium text-row">Llaves de acceso</span>{' '}
            <span className="mt-0.5 block text-small text-text-2">
              {count === 0 ? 'Entra sin escribir tu contraseña' : `${count} en tu cuenta`}
            </span>
          </span>
          <CaretRight className="ml-auto size-4.5 shrink-0 text-text-3" />
        </span>
      </button>
    </Section>
  )
}
