import { pageModules } from './pages.ts'

type ModuleGraph = { getModuleInfo: (id: string) => { importers: string[] } | null }

/** Whether the module is `root`, or `root` imports it statically, directly or through others. */
function isNeededBy(root: string, id: string, modules: ModuleGraph, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isNeededBy(root, importer, modules, seen))
}

const ENTRY_MODULE = '/src/main.tsx'

/** The modules that a root of a group imports statically form one chunk; the first group that matches counts. */
const groups = {
  /** The modules that the first paint of every page needs. */
  entry: [ENTRY_MODULE],
  /** The frame around the pages of a signed-in parent, with Inicio. */
  frame: ['/frame/AppFrame.tsx', '/session/startSignedIn.ts', '/home/HomePage.tsx', '/network/online.ts'],
  /** The calls that read a student's data, their cache and schemas, and the components that every page loads next. */
  answers: ['/api/useApi.ts', '/notices/PageNotice.tsx', '/notices/PullDisc.tsx', '/crashes/reportCrash.ts'],
}

const TODAY_CARD = '/home/TodayCard.tsx'
/** A module that several of these import goes to the chunk `days` if the card of today needs it, else to `parts`. */
const sharingPages = [...Object.values(pageModules), TODAY_CARD]

const laterGroups = {
  /**
   * The modules that every page loads once it is idle. The sign-in page also loads them, but none of the groups below.
   */
  versions: ['/versions/versions.ts', '/routes/watchIntent.ts'],
  /** The modules that Inicio loads after its first paint. */
  today: [TODAY_CARD],
  /** News, the choice of a child and the preparation of the next page, which an idle page loads. */
  news: [
    '/news/NewsBell.tsx',
    '/news/markSeen.ts',
    '/frame/prepareNext.ts',
    '/frame/SelectStudentSheet.tsx',
    '/frame/AddressedStudent.tsx',
    '/home/FamilyStrip.tsx',
    '/news/NewsSheet.tsx',
  ],
  agenda: ['/agenda/AgendaPage.tsx', '/api/download.ts'],
  grades: ['/grades/GradesPage.tsx', '/simulation/Simulation.tsx'],
  /** Pages that are each too small for a file of their own. */
  records: [
    '/observations/ObservationsPage.tsx',
    '/classmates/ClassmatesPage.tsx',
    '/reports/ReportsPage.tsx',
    '/routes/NotFoundPage.tsx',
    '/session/NoStudentsPage.tsx',
    '/attendance/AttendancePage.tsx',
  ],
  /** The pages and dialogs in which a parent sets a password, and the settings. */
  password: [
    '/session/RecoveryPage.tsx',
    '/session/RecoveryChangePage.tsx',
    '/session/ForcedChange.tsx',
    '/settings/ChangePasswordForm.tsx',
    '/forms/NewPasswordField.tsx',
    '/session/signOut.ts',
    '/session/unendedSessions.ts',
    '/settings/SettingsPage.tsx',
  ],
  texts: [
    '/settings/AboutText.tsx',
    '/settings/TermsText.tsx',
    '/settings/PolicyText.tsx',
    '/help/HelpSheet.tsx',
    '/help/HelpText.tsx',
  ],
  /** The modules that few visits need: notifications and the subscription of a calendar. */
  subscriptions: [
    '/SubscriptionSheet.tsx',
    '/notifications/Notifications.tsx',
    '/notifications/PushOffer.tsx',
    '/session/followPushes.ts',
    '/push/push.web.ts',
  ],
  notices: ['/notices/Toaster.tsx', '/versions/VersionNotice.tsx', '/page/printHeading.ts'],
}

/**
 * Returns the chunk of a module, or null if it gets one of its own. Modules share chunks because on a slow line a
 * further file costs more than some unused bytes. React has a chunk of its own, which most versions of the app do not
 * change.
 */
export function chunkOf(id: string, modules: ModuleGraph): string | null {
  const isNeededByAny = (roots: string[]) => roots.some((root) => isNeededBy(root, id, modules))
  if (id.includes('/node_modules/@tanstack/')) return 'query'
  const isLibrary = /\/node_modules\/(react|react-dom|scheduler)\//.test(id) && isNeededByAny([ENTRY_MODULE])
  if (isLibrary || id.includes('rolldown/runtime')) return 'libraries'
  const groupIn = (candidates: Record<string, string[]>) =>
    Object.entries(candidates).find(([, roots]) => isNeededByAny(roots))?.[0]
  const first = groupIn(groups)
  if (first) return first
  if (sharingPages.filter((page) => isNeededByAny([page])).length > 1)
    return isNeededByAny([TODAY_CARD]) ? 'days' : 'parts'
  return groupIn(laterGroups) ?? null
}
