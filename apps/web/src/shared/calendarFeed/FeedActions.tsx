import { useEffect, useRef } from 'react'
import { Button } from '../ui/forms/Button.tsx'
import { showToast } from '../ui/notices/toast.ts'
import type { FeedChange } from './useCalendarFeed.ts'

type Props = {
  exists: boolean
  address: string | undefined
  /** The change that the parent has to confirm. */
  asked: FeedChange | undefined
  changing: FeedChange | undefined
  onAsk: (change: FeedChange | undefined) => void
  onChange: (change: FeedChange) => void
}

const busyLabels: Record<FeedChange, string> = { create: 'Creando', revoke: 'Anulando' }

/** The buttons of the subscription dialog, and the question before a change that makes the address invalid. */
export function FeedActions({ exists, address, asked, changing, onAsk, onChange }: Props) {
  if (!exists) {
    return (
      <Button busyLabel={changing && busyLabels[changing]} onClick={() => onChange('create')}>
        Crear dirección
      </Button>
    )
  }
  if (asked) return <Confirmation asked={asked} changing={changing} onAsk={onAsk} onChange={onChange} />
  return (
    <>
      {address ? (
        <AddressActions address={address} />
      ) : (
        <Button variant="soft" onClick={() => onAsk('create')}>
          Crear otra dirección
        </Button>
      )}
      <Button variant="text" onClick={() => onAsk('revoke')}>
        Anular dirección
      </Button>
    </>
  )
}

/** Returns the ref of an element that replaces the pressed button and takes the focus, for the keyboard to continue. */
function useFocusWhenShown<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

/** The link that opens the device's calendar program with the address (`webcal`), and the button that copies it. */
function AddressActions({ address }: { address: string }) {
  const link = useFocusWhenShown<HTMLAnchorElement>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      showToast('success', 'Dirección copiada')
    } catch {
      showToast('error', 'No se pudo copiar. Mantén presionada la dirección para copiarla.')
    }
  }
  return (
    <>
      <a
        ref={link}
        href={address.replace(/^https?:/, 'webcal:')}
        rel="noreferrer"
        className="flex min-h-(--control-h) w-full items-center justify-center rounded-md bg-accent px-5 py-2 font-medium text-on-accent text-row hover:bg-accent-hover"
      >
        Abrir en mi calendario
      </a>
      <Button variant="soft" onClick={() => void copy()}>
        Copiar dirección
      </Button>
    </>
  )
}

const confirmationTexts: Record<FeedChange, [question: string, answer: string]> = {
  create: ['La dirección actual dejará de funcionar en los calendarios que la usan.', 'Sí, crear otra'],
  revoke: ['Los calendarios que la usan dejarán de actualizarse.', 'Sí, anular dirección'],
}

type ConfirmationProps = Pick<Props, 'changing' | 'onAsk' | 'onChange'> & { asked: FeedChange }

function Confirmation({ asked, changing, onAsk, onChange }: ConfirmationProps) {
  const [question, answer] = confirmationTexts[asked]
  const text = useFocusWhenShown<HTMLParagraphElement>()
  return (
    <>
      <p ref={text} tabIndex={-1} className="text-center font-semibold text-small">
        {question}
      </p>
      <Button busyLabel={changing && busyLabels[changing]} onClick={() => onChange(asked)}>
        {answer}
      </Button>
      <Button variant="text" onClick={() => onAsk(undefined)}>
        Cancelar
      </Button>
    </>
  )
}
