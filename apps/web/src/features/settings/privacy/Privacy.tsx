import type { PrivacyResponse } from '@apoderados/contract/privacy'
import Download from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import Eye from '@phosphor-icons/core/assets/regular/eye.svg?react'
import List from '@phosphor-icons/core/assets/regular/list-magnifying-glass.svg?react'
import Plus from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { type ComponentType, type ReactNode, type SVGProps, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../shared/session/store.ts'
import { nameAmong } from '../../../shared/text/names.ts'
import { ListRow } from '../../../shared/ui/content/ListRow.tsx'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { PageNotice } from '../../../shared/ui/notices/PageNotice.tsx'
import { Skeleton } from '../../../shared/ui/notices/Skeleton.tsx'
import { ConsentSwitches } from './ConsentSwitches.tsx'
import { MyData } from './MyData.tsx'
import { usePrivacy } from './privacyData.ts'
import { ContactReaders, RecordReads } from './Readers.tsx'
import { RequestForm } from './RequestForm.tsx'
import { RequestList } from './RequestList.tsx'
import './privacy.css'

type View = { kind: 'main' | 'readers' | 'new' | 'data' } | { kind: 'reads'; student_id: number }

const ICON = 'my-2 size-6 shrink-0 self-center text-text-2'

/** The content of the dialog `Privacidad`; what a row opens replaces it, with a way back. */
export function Privacy() {
  const query = usePrivacy()
  const [view, setView] = useState<View>({ kind: 'main' })
  const { data } = query
  return (
    <div className="grid gap-5 pb-6">
      {!data && <PageNotice query={query} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton />}
      {data && view.kind === 'main' && <Main privacy={data} onOpen={setView} />}
      {data && view.kind !== 'main' && (
        <Opened onBack={() => setView({ kind: 'main' })}>
          {view.kind === 'readers' && <ContactReaders />}
          {view.kind === 'reads' && <RecordReads student_id={view.student_id} />}
          {view.kind === 'data' && <MyData privacy={data} />}
          {view.kind === 'new' && <RequestForm privacy={data} onSent={() => setView({ kind: 'main' })} />}
        </Opened>
      )}
    </div>
  )
}

function Opened({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      <div className="privacy-back">
        <Button variant="soft" onClick={onBack}>
          Volver a Privacidad
        </Button>
      </div>
      {children}
    </div>
  )
}

type MainProps = { privacy: PrivacyResponse; onOpen: (view: View) => void }

function Main({ privacy, onOpen }: MainProps) {
  const students = useSession().students ?? []
  const row = (title: string, Icon: ComponentType<SVGProps<SVGSVGElement>>, view: View, detail?: string) => (
    <ListRow
      title={title}
      detail={detail}
      start={<Icon className={ICON} />}
      isChosen={false}
      onOpen={() => onOpen(view)}
    />
  )
  return (
    <>
      <section aria-labelledby="privacy-show" className="grid gap-2.5">
        <h3 id="privacy-show" className="px-1 font-semibold text-row">
          Mostrar al curso
        </h3>
        <ConsentSwitches privacy={privacy} />
      </section>
      <section aria-labelledby="privacy-seen" className="grid gap-2.5">
        <h3 id="privacy-seen" className="px-1 font-semibold text-row">
          Quién vio los datos
        </h3>
        <ul className="card">
          {row('Quién vio nuestros contactos', Eye, { kind: 'readers' })}
          {privacy.students.map(({ student_id }) => {
            const student = students.find(({ id }) => id === student_id)
            if (!student) return null
            const name = nameAmong(students, student)
            return (
              <ListRow
                key={student_id}
                title="Accesos a los datos"
                detail={name}
                start={<List className={ICON} />}
                isChosen={false}
                onOpen={() => onOpen({ kind: 'reads', student_id })}
              />
            )
          })}
        </ul>
      </section>
      {privacy.requests.length > 0 && (
        <section aria-labelledby="privacy-requests" className="grid gap-2.5">
          <h3 id="privacy-requests" className="px-1 font-semibold text-row">
            Mis solicitudes
          </h3>
          <RequestList privacy={privacy} />
        </section>
      )}
      <ul className="card">
        {row(
          'Nueva solicitud',
          Plus,
          { kind: 'new' },
          'Acceso, rectificación, supresión, oposición, portabilidad o bloqueo',
        )}
        {row('Descargar mis datos', Download, { kind: 'data' }, 'PDF y archivo JSON')}
      </ul>
    </>
  )
}
