import type { Row, Sheet } from '../../sheets/sheet.ts'
import { keyOf } from '../sheetText.ts'

/*
 * OneRoster 1.1, whole ('bulk') sets of CSV files; of 1.2 also roles.csv. What it has no place for, and so is not
 * imported by it: check digits, kinship ('Apoderado' for everybody), who pays, social names, list numbers, days of
 * attendance, late arrivals, observations, agenda, timetable, weights. What it has and the application has not: the
 * columns named below as unused, among them all that demographics.csv says of race, and the comments on results.
 */

type FileFormat = { required: readonly string[]; optional: readonly string[]; unused: readonly string[] }
const file = (
  required: readonly string[],
  optional: readonly string[] = [],
  unused: readonly string[] = [],
): FileFormat => ({ required, optional: ['status', ...optional], unused: ['dateLastModified', ...unused] })

/** The files that are read, in the order in which each needs those before it. */
export const files = {
  orgs: file(['sourcedId', 'name', 'type', 'identifier'], [], ['parentSourcedId']),
  academicSessions: file(
    ['sourcedId', 'title', 'type', 'startDate', 'endDate'],
    ['parentSourcedId', 'schoolYear'],
  ),
  courses: file(
    ['sourcedId', 'title'],
    [],
    ['schoolYearSourcedId', 'courseCode', 'grades', 'orgSourcedId', 'subjects', 'subjectCodes'],
  ),
  classes: file(
    ['sourcedId', 'title', 'classType', 'schoolSourcedId'],
    ['courseSourcedId', 'termSourcedIds'],
    ['grades', 'classCode', 'location', 'subjects', 'subjectCodes', 'periods'],
  ),
  roles: file(
    ['userSourcedId', 'role'],
    ['orgSourcedId'],
    ['sourcedId', 'roleType', 'beginDate', 'endDate', 'userProfileSourcedId'],
  ),
  users: file(
    ['sourcedId', 'givenName', 'familyName'],
    [
      'enabledUser',
      'orgSourcedIds',
      'primaryOrgSourcedId',
      'role',
      'middleName',
      'identifier',
      'email',
      'sms',
      'phone',
      'agentSourcedIds',
    ],
    // A preferred name is no social name: that one a family asks the school for.
    [
      'username',
      'userIds',
      'grades',
      'password',
      'userMasterIdentifier',
      'preferredGivenName',
      'preferredMiddleName',
      'preferredFamilyName',
      'resourceSourcedIds',
      'pronouns',
    ],
  ),
  enrollments: file(
    ['classSourcedId', 'userSourcedId', 'role'],
    ['dateLastModified', 'primary', 'beginDate', 'endDate'],
    ['sourcedId', 'schoolSourcedId'],
  ),
  demographics: file(
    ['sourcedId'],
    ['birthDate', 'sex'],
    [
      ...['americanIndianOrAlaskaNative', 'asian', 'blackOrAfricanAmerican', 'white'],
      ...[
        'nativeHawaiianOrOtherPacificIslander',
        'demographicRaceTwoOrMoreRaces',
        'hispanicOrLatinoEthnicity',
      ],
      ...['countryOfBirthCode', 'stateOfBirthAbbreviation', 'cityOfBirth', 'publicSchoolResidenceStatus'],
    ],
  ),
  lineItems: file(
    ['sourcedId', 'title', 'classSourcedId'],
    [
      'description',
      'assignDate',
      'dueDate',
      'gradingPeriodSourcedId',
      'academicSessionSourcedId',
      'resultValueMax',
    ],
    ['categorySourcedId', 'resultValueMin', 'schoolSourcedId'],
  ),
  results: file(
    // Without its status a score may be one that does not count.
    ['lineItemSourcedId', 'studentSourcedId', 'scoreStatus'],
    ['score', 'textScore'],
    ['sourcedId', 'scoreDate', 'comment', 'classSourcedId', 'inProgress', 'incomplete', 'late', 'missing'],
  ),
} as const satisfies Record<string, FileFormat>
export type FileName = keyof typeof files

/** Pairs of columns for one value, the preferred one first. */
export const standIns = [
  { name: 'users', first: 'sms', second: 'phone' },
  { name: 'lineItems', first: 'dueDate', second: 'assignDate' },
] as const satisfies { name: FileName; first: string; second: string }[]

/** Known, and of no use to the application. */
export const unusedFiles = [
  ...['categories', 'classResources', 'courseResources', 'resources', 'scoreScales', 'userProfiles'],
  ...[
    'lineItemLearningObjectiveIds',
    'lineItemScoreScales',
    'resultLearningObjectiveIds',
    'resultScoreScales',
  ],
  'userResources',
] as const

const known = new Map([...Object.keys(files), ...unusedFiles, 'manifest'].map((name) => [keyOf(name), name]))
const HEADERS = new Set(['sourcedid', 'usersourcedid', 'propertyname'])

/** By its name and a header that only such files have. */
export const isRosterFile = (name: string, headers: string[]): boolean =>
  known.has(keyOf(name)) && headers.some((header) => HEADERS.has(keyOf(header)))

export type RosterFile = { sheet: Sheet; header: Row }
/** The files of one folder or archive, by the standard's name of each. */
export type RosterFiles = Map<string, RosterFile>

const placeOf = (file: string) => file.replace(/(?<![^/›])[^/›]*$/, '')

export function groupRosters(headed: RosterFile[]): RosterFiles[] {
  const rosters = new Map<string, RosterFiles>()
  for (const { sheet, header } of headed) {
    if (!isRosterFile(sheet.name, header.cells)) continue
    const place = placeOf(sheet.file)
    const roster = rosters.get(place) ?? new Map()
    rosters.set(place, roster.set(known.get(keyOf(sheet.name)), { sheet, header }))
  }
  return [...rosters.values()]
}
