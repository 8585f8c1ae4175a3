/** Marks an unread item of a list. Its style is in the news bell's chunk, without which nothing is unread. */
export const NewMark = () => (
  <>
    {' '}
    <span className="new-mark">Nuevo</span>{' '}
  </>
)
