import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import type { Load } from './load.ts'

export type Cause = OfficeResponseOf<'listLoadProblems'>['causes'][number]
type Problem = OfficeResponseOf<'getLoadCause'>['problems'][number]
type Header = OfficeResponseOf<'getLoadCause'>['header']

const letterOf = (position: number): string =>
  (position >= 26 ? letterOf(Math.floor(position / 26) - 1) : '') + String.fromCharCode(65 + (position % 26))

type ProblemCellProps = {
  load: Load
  cause: Cause
  header: Header
  problem: Problem
  hasFocus: boolean
  /** Called with the cell's field once it is corrected or skipped. */
  onNext: (field: HTMLInputElement | null) => void
}

/** A problem's row among those around it, as the sheet has them, and the field that corrects its cell. */
export function ProblemCell({ load, cause, header, problem, hasFocus, onNext }: ProblemCellProps) {
  const { line, position, expected, corrected, rows } = problem
  const columns = Math.max(header?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length))
  const positions = Array.from({ length: columns }, (_, index) => index)
  return (
    <div>
      <Text size="sm" c="dimmed">
        {cause.file}
        {line !== null && ` · fila ${line}`}
        {cause.column !== null && `, columna «${cause.column}»`}
      </Text>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a region that is wider than the page
        <section className="sheet" tabIndex={0} aria-label={`Fila ${line} de ${cause.file}`}>
          <table>
            <thead>
              <tr>
                <td />
                {positions.map((each) => (
                  <th key={each} scope="col">
                    {letterOf(each)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...(header ? [header] : []), ...rows].map((row) => (
                <tr key={row.line} data-current={row.line === line}>
                  <th scope="row">{row.line}</th>
                  {positions.map((each) => (
                    <td key={each} data-faulty={row.line === line && each === position}>
                      {row.cells[each]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {expected && (
        <Text size="sm" c="dimmed">
          Se esperaba {expected}.
        </Text>
      )}
      {load.is_own && line !== null && position !== null && (
        <CorrectionForm
          load_id={load.id}
          file={cause.file}
          line={line}
          position={position}
          corrected={corrected}
          hasFocus={hasFocus}
          onNext={onNext}
          proposed={proposedGrade(cause.message, rows.find((row) => row.line === line)?.cells[position])}
        />
      )}
    </div>
  )
}

type CorrectionFormProps = {
  load_id: number
  file: string
  line: number
  position: number
  corrected: string | null
  hasFocus: boolean
  onNext: ProblemCellProps['onNext']
  /** The value that is certain by the form of the cell. */
  proposed: string | undefined
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep']

/** Returns the grade that Excel changed into a date: '5,4' for '05-abr'. Undefined if that is not certain. */
function proposedGrade(message: string, cell = ''): string | undefined {
  if (!message.startsWith('es una fecha: la planilla cambió la nota')) return undefined
  const [, day = '', month = ''] = /^0?([1-7])-([a-z]{3})$/i.exec(cell.trim()) ?? []
  const tenth = MONTHS.indexOf(month.toLowerCase()) + 1
  return tenth === 0 || day === '7' ? undefined : `${day},${tenth}`
}

function CorrectionForm({ corrected, proposed, hasFocus, onNext, ...cell }: CorrectionFormProps) {
  const { id: school_id } = useSchool()
  const [text, setText] = useState(corrected ?? proposed ?? '')
  const field = useRef<HTMLInputElement>(null)
  const correct = useOfficeMutation('correctLoadCell', { changes: ['getLoadCause', 'getLoad'] })
  const send = (value: string | null) => correct.mutateAsync({ school_id, ...cell, value })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const isSame = text === (corrected ?? '')
        // The notice below shows an error.
        void (isSame ? Promise.resolve() : send(text)).then(() => onNext(field.current)).catch(() => {})
      }}
    >
      <Group align="flex-end" mt="xs">
        <TextInput
          ref={field}
          autoFocus={hasFocus}
          label={`Valor correcto de la fila ${cell.line}`}
          description={proposed && corrected === null ? `Propuesto ${proposed}` : undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={correct.isPending}>
          Corregir y seguir
        </Button>
        <Button variant="subtle" onClick={() => onNext(field.current)}>
          Saltar
        </Button>
        {corrected !== null && (
          <>
            <Text size="sm">Corregida: {corrected}</Text>
            <Button variant="subtle" onClick={() => void send(null).catch(() => {})}>
              Quitar la corrección
            </Button>
          </>
        )}
      </Group>
      <ErrorNotice error={correct.error} />
    </form>
  )
}
