import type { DevicePlatform } from '@apoderados/contract/devices'
import { accountLimits, staffLimits } from '@apoderados/core/db/client/limits'
import { clockName } from '@apoderados/core/mails/mailClock'
import { escapeHtml } from '../http/messages/escapeHtml.ts'

export type MailText = {
  subject: string
  text: string
  html: string
  /** The address to which a mail program posts to end the digests; undefined for other mails. */
  endUrl?: string
}

type MailLink = { text: string; url: string }
/** A paragraph of a mail: a text, a one-time code on a line of its own, so that a tap selects it, or a link. */
type MailPart = string | { code: string } | MailLink

const CODE_STYLE = 'font:bold 24px ui-monospace,monospace;letter-spacing:1px;margin:24px 0'

const textOf = (part: MailPart): string => {
  if (typeof part === 'string') return part
  return 'code' in part ? part.code : `${part.text}\n${part.url}`
}

const htmlOf = (part: MailPart): string => {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('code' in part) return `<p style="${CODE_STYLE}"><code>${escapeHtml(part.code)}</code></p>`
  return `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.text)}</a></p>`
}

function composeMailText(subject: string, parts: MailPart[]): MailText {
  const text = parts.map(textOf).join('\n\n')
  const body = parts.map(htmlOf)
  const html = `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:24px auto;padding:0 16px">
${body.join('\n')}
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

/** Reduces a name, which is untrusted input, to one line of at most 80 characters. */
const toSingleLineName = (text: string) =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 80)

const greetingTo = (name: string) => `Hola, ${toSingleLineName(name)}:`

export const recoveryMail = (name: string, code: string): MailText =>
  composeMailText('Tu código de recuperación', [
    greetingTo(name),
    'Pediste cambiar tu contraseña de Apoderados. Este es tu código de recuperación:',
    { code },
    `Vale por ${accountLimits.recoveryCodeMinutes} minutos y una sola vez. Si pides otro, este deja de servir.`,
    'No se lo des a nadie: ni el colegio ni Apoderados te lo van a pedir.',
    'Si no lo pediste tú, no hagas nada: tu contraseña sigue siendo la misma.',
  ])

/** Formats a moment as 'el 04-03-2026 a las 08:17 (hora de Santiago)'. */
function dayAndTime(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('es-CL', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `el ${part.day}-${part.month}-${part.year} a las ${part.hour}:${part.minute} (${clockName(timeZone)})`
}

export const passwordChangedMail = (name: string, changedAt: Date, time_zone: string): MailText =>
  composeMailText('Tu contraseña cambió', [
    greetingTo(name),
    `La contraseña de tu cuenta de Apoderados cambió ${dayAndTime(changedAt, time_zone)}. Si fuiste tú, no tienes que hacer nada.`,
    'Si no fuiste tú, recupera tu cuenta ahora: abre Apoderados, toca «¿Olvidaste tu contraseña?» y elige una nueva con el código que te llegará a este correo. Con eso se cierran todas las sesiones abiertas. Después avisa al colegio.',
  ])

const platformNames: Record<DevicePlatform, string> = {
  android_phone: 'un teléfono Android',
  android_tablet: 'una tablet Android',
  iphone: 'un iPhone',
  ipad: 'un iPad',
  windows: 'un computador Windows',
  mac: 'un Mac',
  chromebook: 'un Chromebook',
  linux: 'un computador Linux',
}

/** `device` is undefined if the session was erased meanwhile. */
export const newDeviceMail = (
  name: string,
  device: { client: 'web' | 'native'; platform: DevicePlatform | null } | undefined,
  signedInAt: Date,
  time_zone: string,
): MailText => {
  const place = device?.platform ? platformNames[device.platform] : 'un dispositivo'
  const way = device?.client === 'native' ? 'con la aplicación' : 'con el navegador'
  return composeMailText('Ingresaste desde un dispositivo nuevo', [
    greetingTo(name),
    `Alguien entró a tu cuenta de Apoderados ${dayAndTime(signedInAt, time_zone)} desde ${place}, ${way}, que no habíamos visto antes. Si fuiste tú, no tienes que hacer nada.`,
    'Si no fuiste tú, abre Apoderados en tu dispositivo, entra a Configuraciones, Dispositivos, cierra esa sesión y cambia tu contraseña. Si no puedes entrar, toca «¿Olvidaste tu contraseña?» y elige una nueva con el código que te llegará a este correo: con eso se cierran todas las sesiones y se eliminan las llaves de acceso. Después avisa al colegio.',
  ])
}

export const passkeysChangedMail = (name: string, changedAt: Date, time_zone: string): MailText =>
  composeMailText('Cambiaron tus llaves de acceso', [
    greetingTo(name),
    `Una llave de acceso de tu cuenta de Apoderados se agregó o se eliminó ${dayAndTime(changedAt, time_zone)}. Si fuiste tú, no tienes que hacer nada.`,
    'Si no fuiste tú, recupera tu cuenta ahora: abre Apoderados, toca «¿Olvidaste tu contraseña?» y elige una nueva con el código que te llegará a este correo. Con eso se eliminan las llaves de acceso y se cierran todas las sesiones. Después avisa al colegio.',
  ])

/** Names no student, because other people may read the mailbox. */
export const calendarCreatedMail = (name: string, createdAt: Date, time_zone: string): MailText =>
  composeMailText('Nueva dirección de calendario', [
    greetingTo(name),
    `Desde tu cuenta de Apoderados se creó ${dayAndTime(createdAt, time_zone)} una dirección para ver la agenda y el horario en otro calendario. Quien la tenga puede verlos sin tu contraseña. Si la creaste tú, no tienes que hacer nada.`,
    'Si no la creaste tú, recupera tu cuenta ahora: abre Apoderados, toca «¿Olvidaste tu contraseña?» y elige una nueva con el código que te llegará a este correo. Con eso se anulan las direcciones de calendario y se cierran todas las sesiones. Después avisa al colegio.',
  ])

/** What is asked or answered stays in the app, because other people may read the mailbox. */
export const requestReceivedMail = (name: string, receivedAt: Date, time_zone: string): MailText =>
  composeMailText('Recibimos tu solicitud', [
    greetingTo(name),
    `El colegio recibió ${dayAndTime(receivedAt, time_zone)} tu solicitud sobre datos personales. Responde en 30 días; si pediste un bloqueo, en 2 días hábiles.`,
    'El plazo y la respuesta están en Apoderados: Configuraciones, Privacidad.',
    'Si no la enviaste tú, cambia tu contraseña y avisa al colegio.',
  ])

export const requestAnsweredMail = (name: string): MailText =>
  composeMailText('Hay respuesta a tu solicitud', [
    greetingTo(name),
    'El colegio respondió tu solicitud sobre datos personales. Léela en Apoderados: Configuraciones, Privacidad.',
  ])

export const staffRequestMail = (
  name: string,
  { officeUrl, isOverdue }: { officeUrl: string | undefined; isOverdue: boolean },
): MailText =>
  composeMailText(isOverdue ? 'Una solicitud pasó su plazo' : 'Llegó una solicitud sobre datos personales', [
    `Hola, ${toSingleLineName(name)}:`,
    isOverdue
      ? 'Una solicitud sobre datos personales pasó su plazo sin respuesta. Respóndala hoy en Solicitudes.'
      : 'Una familia envió una solicitud sobre datos personales. La ley da 30 días para responder, y 2 días hábiles si es un bloqueo.',
    ...(officeUrl ? [{ text: 'Abrir la consola', url: officeUrl }] : []),
  ])

/** The link's secret is in its fragment, which browsers send to no server. */
export const staffInvitationMail = ({
  name,
  link,
  schools,
}: {
  name: string
  link: string
  schools: string[]
}): MailText =>
  composeMailText('Su acceso a Apoderados Colegio', [
    `Hola, ${toSingleLineName(name)}:`,
    `${spanishListFormat.format(schools.map(toSingleLineName))} le da acceso a Apoderados Colegio, el sitio con que el personal atiende a las familias.`,
    'Registre su contraseña y su segundo factor en este enlace:',
    { text: 'Registrarme', url: link },
    `El enlace es solo para usted, sirve una vez y vale por ${staffLimits.invitationDays} días. No se lo reenvíe a nadie.`,
    'Si no espera este acceso, avise al colegio.',
  ])

export const staffSecurityMail = (name: string, changedAt: Date, time_zone: string): MailText =>
  composeMailText('Cambió la seguridad de su cuenta', [
    `Hola, ${toSingleLineName(name)}:`,
    `La contraseña, un segundo factor o un código de respaldo de su cuenta de Apoderados Colegio se cambió o se usó ${dayAndTime(changedAt, time_zone)}. Si fue usted, no tiene que hacer nada.`,
    'Si no fue usted, avise de inmediato a la dirección del colegio, que puede restablecer su acceso.',
  ])

/** Writes to an account's previous address, which may be a stranger's: it names no new address, school or student. */
export const emailChangedMail = (name: string, changedAt: Date, time_zone: string): MailText =>
  composeMailText('El correo de tu cuenta cambió', [
    greetingTo(name),
    `El colegio cambió el correo de tu cuenta de Apoderados ${dayAndTime(changedAt, time_zone)}. Con este correo ya no se puede entrar: las sesiones que estaban abiertas se cerraron, y los códigos y contraseñas de un solo uso que te llegaron aquí dejaron de servir.`,
    'Si lo pediste tú, entra desde ahora con el correo nuevo. No tienes que hacer nada más.',
    'Si no lo pediste tú, avisa al colegio hoy mismo, por teléfono o en persona.',
    'Si esa cuenta no es tuya, borra este correo.',
  ])

type Invitation = {
  name: string
  /** The recipient's address, with which the parent signs in. */
  email: string
  password: string
  publicUrl: string | undefined
  schools: string[]
  expires_at: Date
  time_zone: string
}

const spanishListFormat = new Intl.ListFormat('es', { type: 'conjunction' })

/** Writes the mail of an invitation. It contains nothing about a student, because other people may read the mailbox. */
export function invitationMail({
  name,
  email,
  password,
  publicUrl,
  schools,
  expires_at,
  time_zone,
}: Invitation): MailText {
  const hosts = schools.length > 0 ? spanishListFormat.format(schools.map(toSingleLineName)) : 'Tu colegio'
  const invite = schools.length > 1 ? 'te invitan' : 'te invita'
  return composeMailText('Tu acceso a Apoderados', [
    greetingTo(name),
    `${hosts} ${invite} a Apoderados, la aplicación con que las familias siguen la agenda, las notas y la asistencia.`,
    publicUrl
      ? `Entra en ${publicUrl} con este correo (${email}) y esta contraseña de un solo uso:`
      : `Entra en la dirección que te indicó el colegio con este correo (${email}) y esta contraseña de un solo uso:`,
    { code: password },
    `Vale hasta ${dayAndTime(expires_at, time_zone)}. Puedes escribirla en minúsculas y sin guiones. Al entrar te pediremos elegir tu propia contraseña, y desde entonces esta deja de servir.`,
    'No se la des a nadie ni reenvíes este correo: ni el colegio ni Apoderados te la van a pedir.',
    'Si no esperabas esta invitación, avisa al colegio y borra este correo.',
  ])
}

/** A child's first name, and one line with a link for each kind of news about the child. */
export type DigestChild = { name: string; lines: MailLink[] }

/**
 * Writes the mail of a digest. Its subject is the same for all parents, and its text has only first names, counts and
 * links, because other people may see both.
 */
export function digestMail(
  name: string,
  children: readonly DigestChild[],
  { publicUrl, endUrl, isChosen }: { publicUrl: string; endUrl: string; isChosen: boolean },
): MailText {
  const reason = isChosen ? 'lo activaste' : 'tu colegio lo activó para las familias'
  const mail = composeMailText('Novedades del colegio', [
    greetingTo(name),
    'Esto es lo nuevo en Apoderados:',
    ...children.flatMap((child) => [`${toSingleLineName(child.name)}:`, ...child.lines]),
    `Recibes este resumen porque ${reason}. Para cambiarlo o dejar de recibirlo, abre Configuraciones, Notificaciones:`,
    { text: 'Configuraciones', url: `${publicUrl}/app/configuraciones` },
  ])
  return { ...mail, endUrl }
}
