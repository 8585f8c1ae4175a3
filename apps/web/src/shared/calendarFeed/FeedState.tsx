import type { ResponseOf } from '@apoderados/contract/calls/api'
import { formatInstant } from '../text/format.ts'

type Props = { state: ResponseOf<'getCalendarFeed'>; address: string | undefined }

/** Shows the calendar's address right after its creation; later only the times of its creation and last use. */
export function FeedState({ state: { created_at, last_read_at }, address }: Props) {
  if (created_at === null) return null
  if (address === undefined) {
    return (
      <p className="rounded-md bg-sunk px-4 py-3 text-small">
        Tienes una dirección creada el {formatInstant(created_at)}.{' '}
        {last_read_at === null
          ? 'Ningún calendario la ha leído todavía.'
          : `Un calendario la leyó por última vez el ${formatInstant(last_read_at)}.`}
      </p>
    )
  }
  return (
    <>
      <div className="rounded-md bg-sunk px-4 py-3">
        <p className="text-caption text-text-2">Dirección</p>
        <p className="select-all break-all text-small">{address}</p>
      </div>
      <p className="text-small text-text-2">
        Se muestra solo ahora. En Google Calendar, pégala en «Otros calendarios», «Desde URL». Tu calendario
        puede tardar unas horas en mostrar los cambios.
      </p>
    </>
  )
}
