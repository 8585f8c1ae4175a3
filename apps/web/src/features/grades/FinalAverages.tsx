import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Grade, GradedName, ScaleBar } from './Grade.tsx'
import type { Period } from './period.ts'

/** The tab `Final`: the averages of the periods as they came. It asks for nothing and computes nothing. */
export function FinalAverages({ periods }: { periods: readonly Period[] }) {
  const held = periods.flatMap(({ id, name, grades }) =>
    grades ? [{ id, name, average: grades.average }] : [],
  )
  if (held.every(({ average }) => average === null)) {
    return (
      <EmptyList
        isUnknown={held.length < periods.length}
        hint="Aquí aparecerá el promedio de cada período."
      />
    )
  }
  return (
    <ul className="card">
      {held.map(({ id, name, average }) => (
        <li key={id} className="final-row">
          <div className="min-w-0 flex-1 font-medium text-row">
            <GradedName name={name} value={average} />
            <ScaleBar value={average} />
          </div>{' '}
          <Grade value={average} />
        </li>
      ))}
    </ul>
  )
}
