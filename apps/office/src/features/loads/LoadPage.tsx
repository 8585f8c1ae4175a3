import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, whenText } from '../../shared/text.ts'
import { QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { Steps } from '../../shared/ui/Steps.tsx'
import { FilesStep } from './FilesStep.tsx'
import { LOAD_STEPS, type Load } from './load.ts'
import { ProblemsStep } from './ProblemsStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { RunningStep } from './RunningStep.tsx'

const RUNNING = ['checking', 'applying', 'undoing']
const POLL_MS = 1_000

const stepOf = ({ state }: Load) =>
  state === 'problems'
    ? 1
    : state === 'review' || state === 'applying'
      ? 2
      : state === 'done' || state === 'undone'
        ? 4
        : 0

/** One load, at the step where it is. */
export function LoadPage() {
  const { id: school_id } = useSchool()
  const { loadId } = useParams({ from: '/staff/colegios/$schoolId/carga/$loadId' })
  const load_id = Number(loadId)
  const load = useQuery({
    ...officeQuery('getLoad', { school_id, load_id }),
    refetchInterval: ({ state }) => (state.data && RUNNING.includes(state.data.state) ? POLL_MS : false),
  })
  const { data } = load
  return (
    <Page
      title="Carga de datos"
      line={data && lineOf(data)}
      actions={data && <Steps names={LOAD_STEPS} current={stepOf(data)} />}
    >
      <QueryContent query={load}>{(found) => <LoadStep load={found} />}</QueryContent>
    </Page>
  )
}

function lineOf({ files, staff, applied_at, undone_at, undone_by, is_own }: Load): string {
  if (undone_at)
    return `Deshecha ${whenText(undone_at)} por ${undone_by ?? 'la administración del servidor'}.`
  if (applied_at) return `Guardado ${whenText(applied_at)} por ${staff ?? 'la administración del servidor'}.`
  const [first, ...more] = files
  const names =
    first === undefined
      ? ''
      : more.length > 0
        ? `${first} y ${countText(more.length, 'archivo', 'archivos')} más. `
        : `${first}. `
  return `${names}${is_own ? 'Todavía no se guarda nada.' : `La hace ${staff}.`}`
}

function LoadStep({ load }: { load: Load }) {
  if (load.state === 'done' || load.state === 'undone') return <ResultStep load={load} />
  if (RUNNING.includes(load.state)) return <RunningStep load={load} />
  if (load.state === 'problems') return <ProblemsStep load={load} />
  if (load.state === 'review' && load.review) return <ReviewStep load={load} review={load.review} />
  return <FilesStep load={load} />
}
