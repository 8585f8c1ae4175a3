import type { Profile } from '@apoderados/contract/profile'
import { formatPhone } from '@apoderados/contract/values/phone'
import type { ComponentType, ReactNode } from 'react'
import { config } from '../../config.ts'
import { isNative } from '../../shared/device/native.ts'
import { closeDialogNamed, useOpenDialog } from '../../shared/dialogEntry.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { useSession } from '../../shared/session/store.ts'
import { formatInstant, formatRut, MISSING, rutLabel } from '../../shared/text/format.ts'
import { fullName } from '../../shared/text/names.ts'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { showToast } from '../../shared/ui/notices/toast.ts'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import type { LegalTextProps } from './LegalArticle.tsx'

/** Replaces a dialog's content whose code failed to load: the browser repeats a failed import only after a reload. */
function LoadFailureText() {
  return (
    <div role="alert" className="grid gap-4">
      <p className="text-body text-text-2">No se pudo abrir. Revisa tu conexión y vuelve a intentarlo.</p>
      <Button onClick={() => location.reload()}>Reintentar</Button>
    </div>
  )
}

/** Makes the content of a dialog that few parents open; its code is loaded when the dialog is opened. */
const lazyContent = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(load, LoadFailureText)

type LazyText = (props: LegalTextProps & { fallback: ReactNode }) => ReactNode

const HelpText = lazyContent(() => import('../../shared/ui/help/HelpText.tsx').then((m) => m.HelpText))
const TermsText = lazyContent(() => import('./TermsText.tsx').then((m) => m.TermsText))
const PolicyText = lazyContent(() => import('./PolicyText.tsx').then((m) => m.PolicyText))
const Privacy = lazyContent(() => import('./privacy/Privacy.tsx').then((m) => m.Privacy))
const Notifications = lazyContent(() => import('./Notifications.tsx').then((m) => m.Notifications))
const Devices = lazyContent(() => import('./devices/Devices.tsx').then((m) => m.Devices))
const Passkeys = lazyContent(() => import('./devices/Passkeys.tsx').then((m) => m.Passkeys))

export type SettingsEntry =
  | 'Mi cuenta'
  | 'Cambiar contraseña'
  | 'Dispositivos'
  | 'Llaves de acceso'
  | 'Notificaciones'
  | 'Privacidad'
  | 'Ayuda y contacto'
  | 'Acerca de'
  | 'Términos de uso'
  | 'Política de datos'

/** The dialog of each entry of the settings. */
export function SettingsSheets() {
  const open = useOpenDialog()
  const session = useSession()
  const school = selectedStudent(session)?.establishment ?? null
  const sheet = (entry: SettingsEntry, content: ReactNode, footer?: ReactNode) => (
    <Sheet title={entry} isOpen={open === entry} onClose={() => closeDialogNamed(entry)} footer={footer}>
      {content}
    </Sheet>
  )
  const onPasswordChanged = (message: string) => {
    closeDialogNamed('Cambiar contraseña')
    showToast('success', message)
  }
  const text = (Text: LazyText) => <Text school={school} fallback={<Skeleton />} />
  const legal = (entry: SettingsEntry, Text: LazyText) =>
    sheet(
      entry,
      text(Text),
      // The phone apps cannot print.
      !isNative() && (
        <Button variant="soft" onClick={() => print()}>
          Imprimir
        </Button>
      ),
    )
  return (
    <>
      {sheet('Mi cuenta', session.profile && <AccountFacts profile={session.profile} />)}
      {sheet('Cambiar contraseña', <ChangePasswordForm onChanged={onPasswordChanged} />)}
      {sheet('Dispositivos', <Devices fallback={<Skeleton />} />)}
      {sheet('Llaves de acceso', <Passkeys fallback={<Skeleton />} />)}
      {sheet('Notificaciones', <Notifications fallback={<Skeleton />} />)}
      {sheet('Privacidad', <Privacy fallback={<Skeleton />} />)}
      {sheet('Ayuda y contacto', text(HelpText))}
      {sheet('Acerca de', <AboutText school={school} />)}
      {legal('Términos de uso', TermsText)}
      {legal('Política de datos', PolicyText)}
    </>
  )
}

/** The data of the parent's account. `last_login_at` is the sign-in before the latest one on any device. */
function AccountFacts({ profile }: { profile: Profile }) {
  const { rut, rut_dv, email, phone, permission, last_login_at } = profile
  return (
    <>
      <Facts>
        <Fact label="Nombre">{fullName(profile) || MISSING}</Fact>
        <Fact label={rutLabel(rut)}>{formatRut(rut, rut_dv)}</Fact>
        <Fact label="Correo electrónico">{email || MISSING}</Fact>
        <Fact label="Teléfono">{phone ? formatPhone(phone) : MISSING}</Fact>
        <Fact label="Rol">{permission || MISSING}</Fact>
        <Fact label="Último ingreso">
          {last_login_at ? formatInstant(last_login_at) : 'Este es tu primer ingreso'}
        </Fact>
      </Facts>
      <p className="mt-3 text-small text-text-2">Si algo no es correcto, pide a tu colegio que lo corrija.</p>
    </>
  )
}

/** Describes the app, and states that the school's records are authoritative. */
function AboutText({ school }: LegalTextProps) {
  return (
    <div className="grid gap-4 text-body leading-body">
      <p>
        Apoderados te muestra, en un solo lugar, la información escolar de los estudiantes que tu colegio
        vinculó a tu cuenta: sus datos, la agenda, el horario, las calificaciones, las observaciones, la
        asistencia y los compañeros de curso.
      </p>
      <p>
        La información viene de los registros de {school?.name ?? 'tu colegio'} y es referencial. Si algo no
        coincide, prevalecen el libro de clases y los certificados que emite el colegio. Para corregir un
        dato, habla con la secretaría o con el profesor o profesora jefe.
      </p>
      <p>
        Solo tú ves lo que aparece aquí con tu cuenta. La aplicación no muestra publicidad ni vende datos. En
        «Términos de uso» y «Política de datos» está el detalle.
      </p>
      <p className="text-small text-text-2">{`Versión ${config.appVersion}`}</p>
    </div>
  )
}
