import { pageModules } from './pages.ts'

type Modules = { getModuleInfo: (id: string) => { importers: string[] } | null }

/** Whether `root` imports the module statically, directly or through others. */
function isNeededBy(root: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isNeededBy(root, importer, modules, seen))
}

const START = '/src/main.tsx'

/** Modules that one of the roots imports statically share a chunk; the first group that matches wins. */
const groups = [
  /** The modules that the first paint of every page needs. */
  { name: 'entry', roots: [START] },
  /** The frame around the pages of a signed-in parent, with Inicio. */
  {
    name: 'frame',
    roots: ['/frame/AppFrame.tsx', '/session/startSignedIn.ts', '/home/HomePage.tsx', '/network/online.ts'],
  },
  /** The calls that read a student's data, their cache and schemas, and the parts that every page loads next. */
  {
    name: 'answers',
    roots: ['/api/useApi.ts', '/notices/PageNotice.tsx', '/notices/PullDisc.tsx', '/crashes/reportCrash.ts'],
  },
]

const TODAY = '/home/TodayCard.tsx'
/** Modules that two of these import go to the group `days` if Inicio needs them, else to `parts`. */
const sharingPages = [...Object.values(pageModules), TODAY]

const laterGroups = [
  /** The modules that any page loads once it is idle, also the sign-in page, which must not load the groups below with it. */
  { name: 'versions', roots: ['/versions/versions.ts', '/routes/watchIntent.ts'] },
  /** The modules that Inicio loads after its first paint. */
  { name: 'today', roots: [TODAY] },
  /** News, the choice of a child and the preparation of the next page, which an idle page loads. */
  {
    name: 'news',
    roots: [
      '/news/NewsBell.tsx',
      '/news/markSeen.ts',
      '/frame/prepareNext.ts',
      '/frame/SelectStudentSheet.tsx',
      '/frame/AddressedStudent.tsx',
      '/home/FamilyStrip.tsx',
      '/news/NewsSheet.tsx',
    ],
  },
  { name: 'agenda', roots: ['/agenda/AgendaPage.tsx', '/api/download.ts'] },
  { name: 'grades', roots: ['/grades/GradesPage.tsx', '/simulation/Simulation.tsx'] },
  /** Pages that are each too small for a file of their own. */
  {
    name: 'records',
    roots: [
      '/observations/ObservationsPage.tsx',
      '/classmates/ClassmatesPage.tsx',
      '/reports/ReportsPage.tsx',
      '/routes/NotFoundPage.tsx',
      '/session/NoStudentsPage.tsx',
      '/attendance/AttendancePage.tsx',
    ],
  },
  /** The pages and dialogs in which a parent sets a password, and the settings. */
  {
    name: 'password',
    roots: [
      '/session/RecoveryPage.tsx',
      '/session/RecoveryChangePage.tsx',
      '/session/ForcedChange.tsx',
      '/settings/ChangePasswordForm.tsx',
      '/forms/NewPasswordField.tsx',
      '/session/signOut.ts',
      '/session/endUnendedSessions.ts',
      '/settings/SettingsPage.tsx',
    ],
  },
  {
    name: 'texts',
    roots: [
      '/settings/AboutText.tsx',
      '/settings/TermsText.tsx',
      '/settings/PolicyText.tsx',
      '/help/HelpSheet.tsx',
      '/help/HelpText.tsx',
    ],
  },
  /** The modules that few visits need: notifications and the subscription of a calendar. */
  {
    name: 'subscriptions',
    roots: [
      '/SubscriptionSheet.tsx',
      '/notifications/Notifications.tsx',
      '/notifications/PushOffer.tsx',
      '/session/followPushes.ts',
      '/push/push.web.ts',
    ],
  },
  {
    name: 'notices',
    roots: [
      '/notices/Toaster.tsx',
      '/versions/VersionNotice.tsx',
      '/page/loadPrintSupport.ts',
      '/page/printHeading.ts',
    ],
  },
]

/**
 * The chunk of a module, or null if it has a chunk of its own. On a slow line a further file costs more than some unused
 * bytes. The libraries of the start have a chunk of their own, which most versions do not change.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  const isNeededByAny = (roots: string[]) => roots.some((root) => isNeededBy(root, id, modules))
  if (id.includes('/node_modules/@tanstack/')) return 'query'
  const isLibrary = /\/node_modules\/(react|react-dom|scheduler)\//.test(id) && isNeededByAny([START])
  if (isLibrary || id.includes('rolldown/runtime')) return 'libraries'
  const first = groups.find(({ roots }) => isNeededByAny(roots))
  if (first) return first.name
  if (sharingPages.filter((page) => isNeededByAny([page])).length > 1)
    return isNeededByAny([TODAY]) ? 'days' : 'parts'
  return laterGroups.find(({ roots }) => isNeededByAny(roots))?.name ?? null
}
