import type { Classmate } from '@apoderados/contract/classmates'
import { formatPhone } from '@apoderados/contract/values/phone'
import Envelope from '@phosphor-icons/core/assets/regular/envelope-simple.svg?react'
import Lock from '@phosphor-icons/core/assets/regular/lock-simple.svg?react'
import Phone from '@phosphor-icons/core/assets/regular/phone.svg?react'
import WhatsappLogo from '@phosphor-icons/core/assets/regular/whatsapp-logo.svg?react'
import type { ReactNode } from 'react'
import { labelOf, parentTypeLabels } from '../../shared/text/labels.ts'
import { fullName } from '../../shared/text/names.ts'
import { Chip } from '../../shared/ui/content/Chip.tsx'

const LINK =
  'grid size-(--touch) shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text print:hidden'

type Parent = Classmate['parents'][number]

/** The digits of a Chilean mobile number, for WhatsApp; undefined for other numbers, which may not have WhatsApp. */
const whatsappNumberOf = (phone: string) => /^\+(569\d{8})$/.exec(phone)?.[1]

export function ParentContact({ parent }: { parent: Parent }) {
  const { phone, email, parent_type } = parent
  const name = fullName(parent)
  const mobile = phone && whatsappNumberOf(phone)
  return (
    <li className="grid gap-2 border-line border-t py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-semibold text-row">{name}</p>
        <Chip>{labelOf(parentTypeLabels, parent_type)}</Chip>
      </div>
      {phone === null && email === null && <NotSharedNotice />}
      {(phone !== null || email !== null) && (
        <>
          <ContactChannel label="Teléfono" value={phone && formatPhone(phone)}>
            <a href={`tel:${phone}`} aria-label={`Llamar a ${name}`} className={LINK}>
              <Phone className="size-5.5" />
            </a>
            {mobile && (
              <a
                href={`https://wa.me/${mobile}`}
                target="_blank"
                rel="noreferrer"
                aria-label={`Escribir por WhatsApp a ${name}`}
                className={LINK}
              >
                <WhatsappLogo className="size-5.5" />
              </a>
            )}
          </ContactChannel>
          <ContactChannel label="Correo electrónico" value={email}>
            <a href={mailtoLink(email ?? '')} aria-label={`Escribir un correo a ${name}`} className={LINK}>
              <Envelope className="size-5.5" />
            </a>
          </ContactChannel>
        </>
      )}
    </li>
  )
}

/** An address stored before it was checked may have a `?`, which would add fields to the mail. */
const mailtoLink = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

type ContactChannelProps = { label: string; value: string | null; children: ReactNode }

/** The parent's phone number or e-mail address; `value` is null if the parent shares only the other one. */
function ContactChannel({ label, value, children }: ContactChannelProps) {
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="text-caption text-text-2">{label}</p>
        {value === null ? <NotSharedNotice /> : <p className="text-body">{value}</p>}
      </div>
      {value !== null && children}
    </div>
  )
}

function NotSharedNotice() {
  return (
    <p className="flex items-center gap-2 text-body text-text-2">
      <Lock className="size-5.5 shrink-0" />
      Contacto no compartido
    </p>
  )
}
