import type { ResponseOf } from '@apoderados/contract/calls/api'
import { devicesApi } from '@apoderados/contract/calls/devicesApi'
import Key from '@phosphor-icons/core/assets/regular/key.svg?react'
import { useState } from 'react'
import { ApiError, sendCall } from '../../../shared/api/api.ts'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { Field } from '../../../shared/ui/forms/Field.tsx'
import { PageNotice } from '../../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../../shared/ui/notices/Skeleton.tsx'
import { showToast } from '../../../shared/ui/notices/toast.ts'
import { dayOf, lastUse, platformName } from './deviceText.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { refetchDevices, usePasskeys, useSessions } from './useDevices.ts'

type Passkey = ResponseOf<'getPasskeys'>['passkeys'][number]
type Asked = { add: string } | { remove: Passkey }

/** The content of the dialog `Llaves de acceso`: the parent's passkeys, which may be added and removed. */
export function Passkeys() {
  const query = usePasskeys()
  const [asked, setAsked] = useState<Asked>()
  const end = () => setAsked(undefined)
  if (asked && 'add' in asked) return <AddForm name={asked.add} onEnd={end} />
  if (asked) return <RemoveForm passkey={asked.remove} onEnd={end} />
  const { data, isPending } = query
  return (
    <div className="grid gap-5 pb-6">
      <p className="text-body text-text-2">
        Con una llave de acceso entras con la huella, el rostro o el PIN de tu dispositivo, sin escribir tu
        contraseña. Tu contraseña sigue sirviendo.
      </p>
      {isPending ? <Skeleton /> : <PageNotice query={query} onRetry={() => void query.refetch()} />}
      {data && data.passkeys.length > 0 && (
        <ul className="overflow-clip [&>*+*]:border-line [&>*+*]:border-t rounded-lg bg-sunk">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked({ remove: passkey })} />
          ))}
        </ul>
      )}
      {data && <NewPasskey onAdd={(name) => setAsked({ add: name })} />}
    </div>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  const now = new Date()
  return (
    <li className="flex items-center gap-4 px-4 py-2">
      <Key className="my-2 size-6 shrink-0 self-center text-text-2" />
      <div className="min-w-0 flex-1">
        <p className="wrap-break-word font-medium text-row">{name}</p>
        <p className="text-small text-text-2">{`Desde el ${dayOf(created_at, now)}`}</p>
        <p className="text-small text-text-2">
          {last_used_at ? `Último uso: ${lastUse(last_used_at, now)}` : 'Aún sin usar'}
        </p>
      </div>
      <button
        type="button"
        aria-label={`Eliminar ${name}`}
        onClick={onRemove}
        className="min-h-11 shrink-0 rounded-sm px-2 font-semibold text-accent-text text-small"
      >
        Eliminar
      </button>
    </li>
  )
}

/** Asks for the name of a new passkey; the name of this device is proposed. */
function NewPasskey({ onAdd }: { onAdd: (name: string) => void }) {
  const current = useSessions().data?.sessions.find(({ is_current }) => is_current)
  const [name, setName] = useState<string>()
  const shown = name ?? (current ? platformName(current) : 'Mi dispositivo')
  return (
    <div className="grid gap-4">
      <Field
        label="Nombre de la llave nueva"
        name="name"
        maxLength={60}
        value={shown}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
      />
      <Button disabled={shown.trim() === ''} onClick={() => onAdd(shown.trim())}>
        Agregar una llave de acceso
      </Button>
    </div>
  )
}

function AddForm({ name, onEnd }: { name: string; onEnd: () => void }) {
  const send = async (proof: Proof) => {
    const { options } = (await sendCall(devicesApi.startPasskey, proof)) as { options: never }
    const { startRegistration } = await import('@simplewebauthn/browser')
    const passkey = await startRegistration({ optionsJSON: options }).catch(() => {
      throw new ApiError('No se creó la llave de acceso. Intenta de nuevo.', 'bad_response')
    })
    const response = await sendCall(devicesApi.addPasskey, { name, passkey })
    await refetchDevices('getPasskeys')
    showToast('success', (response as { message: string }).message)
    onEnd()
  }
  return (
    <ProofForm
      question={`Confirma que eres tú para agregar «${name}».`}
      action={['Continuar', 'Agregando']}
      send={send}
      onCancel={onEnd}
    />
  )
}

function RemoveForm({ passkey: { id, name }, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const send = async (proof: Proof) => {
    const response = await sendCall(devicesApi.removePasskey, { passkey_id: id, ...proof })
    await refetchDevices('getPasskeys')
    showToast('success', (response as { message: string }).message)
    onEnd()
  }
  return (
    <ProofForm
      question={`Con «${name}» ya no se podrá entrar a tu cuenta. Bórrala después también de tu dispositivo.`}
      action={['Eliminar', 'Eliminando']}
      send={send}
      onCancel={onEnd}
    />
  )
}
