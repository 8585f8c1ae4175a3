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

/**
 * The groups of modules that form a chunk each, by the name of the chunk. A module belongs to the first group of which
 * it is a root or is imported statically by a root, directly or through others.
 */
const earlyGroups = {
  /** The modules that the first paint of every page needs. */
  entry: [ENTRY_MODULE],
  /** The frame around the pages of a signed-in parent, with Inicio. */
  frame: ['/frame/AppFrame.tsx', '/session/watchProfile.ts', '/home/HomePage.tsx', '/network/online.ts'],
  /** The calls that read a student's data, with cache and schemas; a page's notice and gesture; the crash reports. */
  answers: ['/api/useApi.ts', '/notices/PageNotice.tsx', '/notices/PullDisc.tsx', '/crashes/reportCrash.ts'],
}

const TODAY_CARD = '/home/TodayCard.tsx'
/** A module that at least two of these need is in the chunk `days` if one of `dayRoots` needs it, else in `parts`. */
const sharingPages = [...Object.values(pageModules), TODAY_CARD]
const dayRoots = [TODAY_CARD, '/schoolDays/DayOffNote.tsx']
/** The modules that are in `parts` although the card of today needs them, as Calificaciones does without `days`. */
const partModules = ['/api/pageQuery.ts', '/content/list.css', '/bold/arrow-down-bold.svg?react']

/** The groups of the modules that are in none of `earlyGroups` and are not shared as `sharingPages` defines. */
const laterGroups = {
  /** The modules that every page, also the sign-in page, loads after its first paint. */
  versions: ['/versions/versions.ts', '/routes/watchIntent.ts'],
  /** The modules that Inicio loads after its first paint. */
  today: [TODAY_CARD],
  grades: ['/grades/GradesPage.tsx'],
  /** The modules that a page loads once it is idle: news, the choice of a child, the next page, the simulation. */
  news: [
    '/news/NewsBell.tsx',
    '/news/markNewsSeen.ts',
    '/frame/prepareNextPage.ts',
    '/frame/SelectStudentSheet.tsx',
    '/frame/AddressedStudent.tsx',
    '/home/FamilyStrip.tsx',
    '/news/NewsSheet.tsx',
    '/simulation/Simulation.tsx',
  ],
  agenda: ['/agenda/AgendaPage.tsx', '/api/download.ts'],
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
 * Returns the name of a module's chunk; null if the bundler chooses it. Modules share chunks because on a slow line a
 * further file costs more than some unused bytes. React has a chunk of its own, which most versions of the app do not
 * change.
 */
export function chunkOf(id: string, modules: ModuleGraph): string | null {
  const isNeededByAny = (roots: string[]) => roots.some((root) => isNeededBy(root, id, modules))
  if (id.includes('/node_modules/@tanstack/')) return 'query'
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id) && isNeededByAny([ENTRY_MODULE]))
    return 'libraries'
  const groupIn = (candidates: Record<string, string[]>) =>
    Object.entries(candidates).find(([, roots]) => isNeededByAny(roots))?.[0]
  const first = groupIn(earlyGroups)
  if (first) return first
  if (sharingPages.filter((page) => isNeededByAny([page])).length > 1)
    return isNeededByAny(dayRoots) && !partModules.some((each) => id.endsWith(each)) ? 'days' : 'parts'
  return groupIn(laterGroups) ?? null
}
