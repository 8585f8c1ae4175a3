type Props = { label: string; count: number; isPartial: boolean; badgeClass: string }

/** A label with the number of unread news, for screen readers 'Notas, 2 nuevas'; without news only the label. */
export function LabelWithNews({ label, count, isPartial, badgeClass }: Props) {
  if (count === 0) return <span>{label}</span>
  return (
    <>
      <span aria-hidden="true">{label}</span>
      <b
        aria-hidden="true"
        className={`shrink-0 rounded-full bg-negative text-center text-on-negative ${badgeClass}`}
      >
        {isPartial ? `${count}+` : count}
      </b>
      <span className="sr-only">
        {`${label}, ${isPartial ? 'al menos ' : ''}${count} ${count === 1 ? 'nueva' : 'nuevas'}`}
      </span>
    </>
  )
}
