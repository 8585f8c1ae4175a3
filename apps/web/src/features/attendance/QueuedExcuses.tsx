import CloudArrowUp from '@phosphor-icons/core/assets/fill/cloud-arrow-up-fill.svg?react'
import { discardExcuse, type QueuedExcuse } from '../../shared/excuses/excuseQueue.ts'
import { dayAndMonth } from '../../shared/text/format.ts'
import { Section } from '../../shared/ui/content/Section.tsx'

const rangeText = ({ from, to }: { from: string; to: string }) =>
  from === to ? `del ${dayAndMonth(from)}` : `del ${dayAndMonth(from)} al ${dayAndMonth(to)}`

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

type Props = { queued: readonly QueuedExcuse[]; onEdit: (excuse: QueuedExcuse) => void }

/** The justifications that wait on this device. */
export function QueuedExcuses({ queued, onEdit }: Props) {
  if (queued.length === 0) return null
  return (
    <Section title="Por enviar">
      <ul>
        {queued.map((excuse) => (
          <li key={excuse.request.key} className="border-line border-t p-4 first:border-t-0">
            <div className="flex gap-3">
              <CloudArrowUp className="mt-0.5 size-6 shrink-0 text-accent-text" />
              <p className="min-w-0 font-medium text-row">
                {`Justificación ${rangeText(excuse.request)}`}
                <span className="block font-normal text-small text-text-2" role="status">
                  {excuse.problem === null
                    ? 'Se envía sola al volver la conexión'
                    : `No se pudo enviar: ${lowerFirst(excuse.problem)}`}
                </span>
              </p>
            </div>
            <div className="mt-1 flex gap-6 font-semibold text-accent-text">
              {excuse.problem === null && (
                <button type="button" className="min-h-11" onClick={() => onEdit(excuse)}>
                  Editar
                </button>
              )}
              <button type="button" className="min-h-11" onClick={() => void discardExcuse(excuse)}>
                Descartar
              </button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
