import type { HeadedSheet } from '../sheetTable.ts'
import { normalizeName } from '../sheetText.ts'

/*
 * The application reads complete ('bulk') sets of CSV files of OneRoster 1.1, and roles.csv of 1.2. The standard has no
 * fields for check digits, kinship (a guardian becomes 'Apoderado'), payers, social names, list numbers, days of
 * attendance, late arrivals, observations, agenda, timetable and weights of assessments. The columns that are listed
 * below as unused, such as race in demographics.csv and comments on results, are not imported.
 */

const wordsOf = (text: string) => text.trim().split(/\s+/)
const defineFile = (required: string, optional = '', unused = '') => ({
  required: wordsOf(required),
  optional: wordsOf(`status ${optional}`),
  unused: wordsOf(`dateLastModified ${unused}`),
})

/** The files that are read, and their columns: the required, the optional, and those known but not imported. */
export const rosterFileColumns = {
  orgs: defineFile('sourcedId name type identifier', '', 'parentSourcedId'),
  academicSessions: defineFile('sourcedId title type startDate endDate', 'parentSourcedId schoolYear'),
  courses: defineFile(
    'sourcedId title',
    '',
    'schoolYearSourcedId courseCode grades orgSourcedId subjects subjectCodes',
  ),
  classes: defineFile(
    'sourcedId title classType schoolSourcedId',
    'courseSourcedId termSourcedIds',
    'grades classCode location subjects subjectCodes periods',
  ),
  roles: defineFile(
    'userSourcedId role',
    'orgSourcedId',
    'sourcedId roleType beginDate endDate userProfileSourcedId',
  ),
  users: defineFile(
    'sourcedId givenName familyName',
    `enabledUser orgSourcedIds primaryOrgSourcedId role middleName identifier email sms phone
      agentSourcedIds`,
    // The preferred name is unused: it is not a social name, since a family requests the social name from the school.
    `username userIds grades password userMasterIdentifier preferredGivenName preferredMiddleName
      preferredFamilyName resourceSourcedIds pronouns`,
  ),
  enrollments: defineFile(
    'classSourcedId userSourcedId role',
    'dateLastModified primary beginDate endDate',
    'sourcedId schoolSourcedId',
  ),
  demographics: defineFile(
    'sourcedId',
    'birthDate sex',
    `americanIndianOrAlaskaNative asian blackOrAfricanAmerican white nativeHawaiianOrOtherPacificIslander
      demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity countryOfBirthCode stateOfBirthAbbreviation
      cityOfBirth publicSchoolResidenceStatus`,
  ),
  lineItems: defineFile(
    'sourcedId title classSourcedId',
    'description assignDate dueDate gradingPeriodSourcedId academicSessionSourcedId resultValueMax',
    'categorySourcedId resultValueMin schoolSourcedId',
  ),
  results: defineFile(
    // The column scoreStatus is required, because without it a score that does not count could not be recognised.
    'lineItemSourcedId studentSourcedId scoreStatus',
    'score textScore',
    'sourcedId scoreDate comment classSourcedId inProgress incomplete late missing',
  ),
}
export type RosterFileName = keyof typeof rosterFileColumns

/** Pairs of columns for the same value: where the cell under `first` is blank, the one under `second` is read. */
export const alternativeColumns = [
  { name: 'users', first: 'sms', second: 'phone' },
  { name: 'lineItems', first: 'dueDate', second: 'assignDate' },
] as const satisfies { name: RosterFileName; first: string; second: string }[]

/** The files of the OneRoster standard that are not imported. */
export const unusedFiles = wordsOf(`
  categories classResources courseResources resources scoreScales userProfiles userResources
  lineItemLearningObjectiveIds lineItemScoreScales resultLearningObjectiveIds resultScoreScales`)

/** The standard names of all files, by their keys. */
const standardNameOfKey = new Map(
  [...Object.keys(rosterFileColumns), ...unusedFiles, 'manifest'].map((name) => [normalizeName(name), name]),
)
const ROSTER_HEADERS = new Set(['sourcedid', 'usersourcedid', 'propertyname'])

/** Recognises a roster file by its name and by a header that only such files have. */
export const isRosterFile = ({ sheet, header }: HeadedSheet): boolean =>
  standardNameOfKey.has(normalizeName(sheet.name)) &&
  header.cells.some((cell) => ROSTER_HEADERS.has(normalizeName(cell)))

/** The files of one folder or archive, by their standard names. */
export type RosterFiles = Map<string, HeadedSheet>

const folderOf = (file: string) => file.replace(/(?<![^/›])[^/›]*$/, '')

export function groupRosters(headed: HeadedSheet[]): RosterFiles[] {
  const folders = Map.groupBy(headed.filter(isRosterFile), ({ sheet }) => folderOf(sheet.file))
  return Array.from(
    folders.values(),
    (found) =>
      new Map(found.map((file) => [standardNameOfKey.get(normalizeName(file.sheet.name)) as string, file])),
  )
}
