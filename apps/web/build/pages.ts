import type { ReadCallName } from '@apoderados/contract/calls/api'

/** The module of each page of a signed-in parent by path, as in `app/routes/routes.tsx`. */
export const pageModules = {
  '/app/inicio': 'src/features/home/HomePage.tsx',
  '/app/agenda': 'src/features/agenda/AgendaPage.tsx',
  '/app/horario': 'src/features/timetable/TimetablePage.tsx',
  '/app/calificaciones': 'src/features/grades/GradesPage.tsx',
  '/app/observaciones': 'src/features/observations/ObservationsPage.tsx',
  '/app/asistencia': 'src/features/attendance/AttendancePage.tsx',
  '/app/companeros': 'src/features/classmates/ClassmatesPage.tsx',
  '/app/reportes': 'src/features/reports/ReportsPage.tsx',
  '/app/configuraciones': 'src/features/settings/SettingsPage.tsx',
}

/** The calls that public/earlyRequests.js sends for a page before the app's code has loaded, with a student's id. */
export const earlyReads: { [P in keyof typeof pageModules]?: readonly ReadCallName[] } = {
  '/app/horario': ['getCalendar', 'getCalendarDays'],
  '/app/calificaciones': ['getSubPeriods'],
  '/app/observaciones': ['getObservations'],
  '/app/asistencia': ['getArrears', 'getAttendanceDays'],
}
