import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import BookOpen from '@phosphor-icons/core/assets/regular/book-open.svg?react'
import CalendarBlank from '@phosphor-icons/core/assets/regular/calendar-blank.svg?react'
import DownloadSimple from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import UsersThree from '@phosphor-icons/core/assets/regular/users-three.svg?react'
import { type ReactNode, useState } from 'react'
import { type DownloadState, useDownload } from '../../shared/device/files/useDownload.ts'
import { isNative } from '../../shared/device/native.ts'
import { momentOf } from '../../shared/text/events.ts'
import { capitalize, longDayOfYear } from '../../shared/text/format.ts'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'

/** The code of this component is loaded only in the phone apps. */
const CalendarButton = lazyComponent(() =>
  import('./CalendarButton.native.tsx').then((m) => m.CalendarButton),
)

type Props = { event: DiaryEvent | undefined; onClose: () => void }

export function EventDetail({ event, onClose }: Props) {
  const download = useDownload(event)
  const [added, setAdded] = useState<number[]>([])
  return (
    <Detail item={event} onClose={onClose}>
      {(shown) => ({
        title: shown.title || 'Sin título', // the four texts 'Sin …' are from spec §9
        subtitle: shown.description && <span className="whitespace-pre-line">{shown.description}</span>,
        footer: (shown.document || isNative()) && (
          <>
            {isNative() && (
              <CalendarButton
                event={shown}
                isAdded={added.includes(shown.id)}
                onAdded={() => setAdded((ids) => [...ids, shown.id])}
                fallback={<div className="min-h-(--control-h)" />}
              />
            )}
            {shown.document && <DocumentButton state={download.state} onStart={download.start} />}
          </>
        ),
        children: (
          <dl className="@min-[64rem]/app:grid @min-[64rem]/app:grid-cols-2 @min-[64rem]/app:gap-x-4 @min-[64rem]/app:gap-y-5">
            <EventFact label="Asignatura" icon={BookOpen}>
              {shown.subject?.name || 'Sin asignatura'}
            </EventFact>
            <EventFact label="Curso" icon={UsersThree}>
              {shown.course?.description || 'Sin curso'}
            </EventFact>
            <EventFact label="Fecha" icon={CalendarBlank} isWide>
              {eventDate(shown)}
            </EventFact>
            <div className="pt-4 @min-[64rem]/app:col-span-full @min-[64rem]/app:pt-0">
              <dt className="text-caption text-text-2">Contenido</dt>
              <dd className="mt-0.5 whitespace-pre-line text-body leading-body">
                {shown.content || 'Sin contenido'}
              </dd>
            </div>
          </dl>
        ),
      })}
    </Detail>
  )
}

/** The event's day, with the time by the school's clock if it has one: 'Jueves 15 de octubre de 2026, 08:30'. */
function eventDate(event: DiaryEvent): string {
  const { day, time } = momentOf(event)
  return capitalize(longDayOfYear(day)) + (time ? `, ${time}` : '')
}

type EventFactProps = { label: string; icon: typeof BookOpen; children: ReactNode; isWide?: boolean }

function EventFact({ label, icon: Icon, children, isWide }: EventFactProps) {
  return (
    <div
      className={`relative min-h-14.5 border-line border-b py-2 pl-13.5 @max-[17rem]:pl-0 @min-[64rem]/app:min-h-0 @min-[64rem]/app:border-0 @min-[64rem]/app:p-0 ${
        isWide ? '@min-[64rem]/app:col-span-full' : ''
      }`}
    >
      <dt className="text-caption text-text-2">
        <span className="absolute top-2.25 left-0 grid size-10 place-items-center rounded-sm bg-accent-soft text-accent-text @max-[17rem]:hidden @min-[64rem]/app:hidden">
          <Icon className="size-5.5" />
        </span>
        <span>{label}</span>
      </dt>
      <dd className="mt-0.5 font-medium text-row">{children}</dd>
    </div>
  )
}

type DocumentButtonProps = { state: DownloadState; onStart: () => void }

/** The button that downloads an event's document, with the progress or the failure of the download. */
function DocumentButton({ state, onStart }: DocumentButtonProps) {
  const isBusy = state.kind === 'busy'
  const percent = isBusy ? state.percent : undefined
  return (
    <>
      {state.kind === 'failed' && (
        <div role="alert" className="flex items-start gap-2.5 text-negative-text text-small">
          <WarningCircle className="size-5 shrink-0" />
          <div className="min-w-0">
            <p className="font-semibold">
              {state.at === 'opening'
                ? 'No se pudo abrir el documento.'
                : 'No se pudo descargar el documento.'}
            </p>
            {state.message && <p>{state.message}</p>}
          </div>
        </div>
      )}
      <Button
        variant="soft"
        busyLabel={isBusy && (percent === undefined ? 'Descargando' : `Descargando ${percent}%`)}
        onClick={onStart}
      >
        <DownloadSimple className="size-5.5 shrink-0" />
        Descargar documento adjunto
      </Button>
      {isBusy && (
        <progress className="sr-only" aria-label="Descarga del documento" value={percent} max={100} />
      )}
      <p role="status" className="sr-only">
        {state.kind === 'saved' && 'Documento descargado'}
      </p>
    </>
  )
}
