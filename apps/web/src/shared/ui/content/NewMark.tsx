/** Marks an unread item of a list. Its style is in the chunk of the news bell, without which no item is marked. */
export const NewMark = () => (
  <>
    {' '}
    <span className="new-mark">Nuevo</span>{' '}
  </>
)
