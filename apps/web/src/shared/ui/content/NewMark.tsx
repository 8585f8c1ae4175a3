/** Marks an unread item of a list. Its style is in the chunk of the news bell: without that chunk no item is unread. */
export const NewMark = () => (
  <>
    {' '}
    <span className="new-mark">Nuevo</span>{' '}
  </>
)
