/** Marks an unread item of a list. Its style is in the chunk of the news bell: without that chunk no item is unread. */
export const NewMark = () => (
  <>
    {' '}
    <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-2 py-0.5 font-semibold text-accent-text text-label before:size-2 before:rounded-full before:bg-current">
      Nuevo
    </span>{' '}
  </>
)
