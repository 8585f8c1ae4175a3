import { queryClient } from '../../shared/queries.ts'
import { showToast } from '../../shared/ui/notices.tsx'

/** What a write about a person changes on the screens. */
const changes = ['getStudent', 'getCourse', 'listCourses', 'getReach', 'getRegister'] as const

/** The options of a write: it tells its result and closes the dialog. */
export const thenClose = (onClose: () => void) => ({
  changes: [...changes],
  onSuccess({ message }: { message: string }) {
    showToast(message)
    onClose()
  },
})

/** Refreshes what shows who holds a one-time password. */
export const refreshPeople = () =>
  Promise.all(changes.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
