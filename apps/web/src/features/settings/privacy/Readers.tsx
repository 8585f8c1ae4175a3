import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import { useUncachedRead } from '../../../shared/api/useUncachedRead.ts'
import { capitalize, longDay } from '../../../shared/text/format.ts'
import { PageNotice } from '../../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../../shared/ui/notices/Skeleton.tsx'

const kindNames: Record<string, string> = {
  grades: 'calificaciones',
  observations: 'observaciones',
  attendance: 'asistencia',
}
const listFormat = new Intl.ListFormat('es', { type: 'conjunction' })

/** On which days how many families of the course read the contacts; who they are is not told. */
export function ContactReaders() {
  const query = useUncachedRead('getContactReaders', privacyApi.getContactReaders, {})
  return (
    <>
      <h3 className="font-semibold text-row">Quién vio nuestros contactos</h3>
      <p className="text-small text-text-2">
        Familias del curso que abrieron Compañeros en los últimos 12 meses. Vieron solo lo que mostrabas ese
        día. No decimos qué familia fue.
      </p>
      {!query.data && <PageNotice query={query} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton />}
      {query.data?.days.length === 0 && <p className="text-body">Nadie todavía.</p>}
      <ul className="card privacy-days">
        {query.data?.days.map(({ day, families }) => (
          <li key={day}>
            <span>{capitalize(longDay(day))}</span>
            <span className="text-text-2">{families === 1 ? '1 familia' : `${families} familias`}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What each guardian read of the student, by day. Who is no legal representative sees their own reads. */
export function RecordReads({ student_id }: { student_id: number }) {
  const query = useUncachedRead('getRecordReads', privacyApi.getRecordReads, { student_id })
  return (
    <>
      <h3 className="font-semibold text-row">Accesos a los datos</h3>
      <p className="text-small text-text-2">
        Qué vio cada apoderado en la aplicación en los últimos 90 días: calificaciones, observaciones y
        asistencia.
      </p>
      {!query.data && <PageNotice query={query} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton />}
      {query.data?.guardians.map(({ name, is_own, days }) => (
        <section key={name} className="grid gap-2">
          <h4 className="font-semibold text-small">{is_own ? `${name} (tú)` : name}</h4>
          {days.length === 0 && <p className="text-small text-text-2">No ha visto nada.</p>}
          <ul className="card privacy-days">
            {days.map(({ day, kinds }) => (
              <li key={day}>
                <span>{capitalize(longDay(day))}</span>
                <span className="text-text-2">
                  {listFormat.format(kinds.map((kind) => kindNames[kind] ?? kind))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
