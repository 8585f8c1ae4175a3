import { join } from 'node:path'
import { makeFolder } from '@apoderados/core/files/makeFolder'
import { readConfig } from '@apoderados/server/config'
import { VAPID_KEY_FILE, vapidKeyOf } from '@apoderados/server/push/push'
import { vapidPublicKey } from '@apoderados/server/push/vapid'
import { defineCommand } from './command.ts'

export const showPushKey = defineCommand({
  name: 'push key',
  summary: 'Muestra la clave pública de Web Push (VAPID) y dónde está la privada; si no hay, crea el par',
  example: 'push key',
  async run(_, { terminal, environment }) {
    const { dataDir, databaseUrl, push } = readConfig(environment)
    const isSet = push.vapidPrivateKey !== undefined
    if (!isSet) await makeFolder(dataDir, 0o700)
    const place = isSet ? 'VAPID_PRIVATE_KEY' : join(dataDir, VAPID_KEY_FILE)
    const publicKey = vapidPublicKey(push.vapidPrivateKey ?? (await vapidKeyOf(dataDir)))
    terminal.print('Clave pública de Web Push:')
    terminal.print(publicKey)
    terminal.print(`La privada está en ${place}. Con otra terminan las suscripciones de los navegadores.`)
    terminal.print('Ningún respaldo la contiene: guarde una copia aparte, como la de la clave secreta.')
    terminal.print(
      'Un respaldo restaurado olvida las suscripciones: cada familia activa los avisos otra vez.',
    )
    if (!isSet && databaseUrl) {
      terminal.warn(
        'Con DATABASE_URL el servidor no lee ese archivo: ponga su contenido en VAPID_PRIVATE_KEY.',
      )
      terminal.warn('Si las variables del servidor ya tienen otra, consérvela.')
    }
  },
})
