import { randomId } from '@apoderados/database/secrets/keys'
import type { Config } from '@apoderados/server/config'
import { createDelivery, MailRefused, verifySmtp } from '@apoderados/server/mail/delivery'
import { type Finding, failure, good, warning } from './finding.ts'

const MESSAGES: [RegExp, string][] = [
  [/^EAUTH/, 'El servidor de correo rechaza el usuario o la contraseña de SMTP_URL'],
  [/^(ETLS|ESTARTTLS)/, 'El servidor de correo no ofrece cifrado'],
  [/^EENVELOPE/, 'El servidor de correo rechaza el remitente o la dirección. Revise MAIL_FROM'],
  [/^(ECONNECTION|ETIMEDOUT|EDNS|ECONN)/, 'El servidor de correo no responde. Revise SMTP_URL'],
  [
    /^ESOCKET/,
    'No hay conexión cifrada con el servidor de correo. Revise SMTP_URL y el certificado de ese servidor',
  ],
]

const explain = ({ code }: MailRefused): string =>
  `${MESSAGES.find(([pattern]) => pattern.test(code))?.[1] ?? 'El servidor de correo no hizo lo pedido'} (${code}).`

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

async function sendTo(to: string, settings: MailSettings): Promise<void> {
  const text = 'Este es un correo de prueba de Apoderados. Si lo lee, los correos llegan.'
  const mail = { subject: 'Prueba de correo de Apoderados', text, html: `<p>${text}</p>` }
  await createDelivery(settings, () => {}).send({ ...mail, id: randomId(), to, date: new Date() })
}

/** Checks the connection and the sign-in to the mail server, or sends a mail to `to`. */
export async function checkMail(settings: MailSettings, to: string | undefined): Promise<Finding> {
  const { smtpUrl } = settings
  if (!smtpUrl) return warning('Falta SMTP_URL: ningún correo sale, todos quedan en DATA_DIR/outbox.')
  try {
    if (to === undefined) await verifySmtp(smtpUrl)
    else await sendTo(to, settings)
  } catch (error) {
    if (error instanceof MailRefused) return failure(explain(error))
    throw error
  }
  return good(
    to === undefined
      ? 'El servidor acepta la conexión. Con --mail-to <correo> se envía una prueba.'
      : 'El servidor tomó la prueba. Mire si llegó, también en el correo no deseado.',
  )
}
