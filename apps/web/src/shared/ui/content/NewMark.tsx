/** Marks an unread item of a list. Its style comes with the bell of the news, without which nothing is unread. */
export const NewMark = () => (
  <>
    {' '}
    <span className="new-mark">Nuevo</span>{' '}
  </>
)
