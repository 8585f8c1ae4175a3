import { randomId } from '@apoderados/core/secrets/keys'
import type { Config } from '@apoderados/server/config'
import { createDelivery, MailRefused, verifySmtp } from '@apoderados/server/mail/delivery'
import { type Finding, failure, success, warning } from './finding.ts'

const ERROR_MESSAGES: [RegExp, string][] = [
  [/^EAUTH/, 'El servidor de correo rechaza el usuario o la contraseña de SMTP_URL'],
  [/^(ETLS|ESTARTTLS)/, 'El servidor de correo no ofrece cifrado'],
  [/^EENVELOPE/, 'El servidor de correo rechaza el remitente o la dirección. Revise MAIL_FROM'],
  [/^(ECONNECTION|ETIMEDOUT|EDNS|ECONN)/, 'El servidor de correo no responde. Revise SMTP_URL'],
  [
    /^ESOCKET/,
    'No hay conexión cifrada con el servidor de correo. Revise SMTP_URL y el certificado de ese servidor',
  ],
]

const explainRefusal = ({ code }: MailRefused): string =>
  `${ERROR_MESSAGES.find(([pattern]) => pattern.test(code))?.[1] ?? 'El servidor de correo no hizo lo pedido'} (${code}).`

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

async function sendTestMail(to: string, settings: MailSettings): Promise<void> {
  const text = 'Este es un correo de prueba de Apoderados. Si lo lee, los correos llegan.'
  const mail = { subject: 'Prueba de correo de Apoderados', text, html: `<p>${text}</p>` }
  await createDelivery(settings, () => {}).send({ ...mail, id: randomId(), to, date: new Date() })
}

/** Connects and signs in to the mail server; if `to` is given, sends a test mail to that address. */
export async function checkMail(settings: MailSettings, to: string | undefined): Promise<Finding> {
  const { smtpUrl } = settings
  if (!smtpUrl) return warning('Falta SMTP_URL: ningún correo sale, todos quedan en DATA_DIR/outbox.')
  try {
    if (to === undefined) await verifySmtp(smtpUrl)
    else await sendTestMail(to, settings)
  } catch (error) {
    if (error instanceof MailRefused) return failure(explainRefusal(error))
    throw error
  }
  return success(
    to === undefined
      ? 'El servidor acepta la conexión. Con --mail-to <correo> se envía una prueba.'
      : 'El servidor tomó la prueba. Mire si llegó, también en el correo no deseado.',
  )
}
