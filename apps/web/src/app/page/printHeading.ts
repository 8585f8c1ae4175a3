import { fixLayout } from '../../shared/device/screen/screen.ts'
import { isSignedIn, selectedStudent } from '../../shared/session/session.ts'
import { getSession, onSessionChange } from '../../shared/session/store.ts'
import { subscribeEvents } from '../../shared/subscribeEvents.ts'
import { capitalize, longDayOfYear, schoolClock } from '../../shared/text/format.ts'
import { fullName } from '../../shared/text/names.ts'
import './print.css'

/** Matches the open details: sheets, and panels beside their list. */
const OPEN_DETAIL = 'dialog.sheet[open], .panel > dialog[open]'

/** The heading's lines: student, course and school, and the day with the note that the sheet is no certificate. */
function headingLines(): string[] {
  const session = getSession()
  const student = selectedStudent(session)
  if (!isSignedIn(session) || !student) return []
  const { enrollment, establishment, social_name } = student
  return [
    social_name ? `${social_name} (${fullName(student)})` : fullName(student),
    [enrollment?.course, establishment?.name].filter(Boolean).join(' · '),
    `${capitalize(longDayOfYear(schoolClock(new Date()).day))} · Informativo, no es certificado`,
  ]
}

/** Adds the heading for paper, hidden on the screen, and keeps it up to date. Returns the function that removes it. */
export function subscribePrinting(): () => void {
  const heading = Object.assign(document.createElement('header'), {
    className: 'print-heading',
    hidden: true,
  })
  const paragraph = (textContent: string) => Object.assign(document.createElement('p'), { textContent })
  const fill = () => heading.replaceChildren(...headingLines().map(paragraph))
  // An open detail is printed alone, so the heading moves into it.
  const placeOnPaper = () => {
    fixLayout(true)
    fill()
    const open = Array.from(document.querySelectorAll(OPEN_DETAIL)).at(-1) ?? document.body
    open.prepend(heading)
  }
  const placeOnPage = () => {
    fixLayout(false)
    document.body.prepend(heading)
  }
  fill()
  placeOnPage()
  const stops = [
    subscribeEvents(['beforeprint'], placeOnPaper),
    subscribeEvents(['afterprint'], placeOnPage),
    onSessionChange(fill), // a sign-out empties the heading
  ]
  return () => {
    for (const stop of stops) stop()
    heading.remove()
  }
}
