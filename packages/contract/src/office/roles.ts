/** The roles of a school's staff. A staff member has one role in each of their schools. */
export const staffRoles = ['direction', 'secretary', 'inspection'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What the screens call each role. */
export const roleNames: Record<StaffRole, string> = {
  direction: 'Dirección',
  secretary: 'Secretaría',
  inspection: 'Inspectoría',
}

/** What each role may do, by area of the console. The server's table of calls names one of these per call. */
const rolesByPermission = {
  // Hoy: `today.school` shows the cards about the whole school, besides those of the justifications.
  'today.read': ['direction', 'secretary', 'inspection'],
  'today.school': ['direction', 'secretary'],
  // Carga de datos
  'loads.run': ['direction', 'secretary'],
  'loads.undo_own': ['direction', 'secretary'],
  'loads.undo_any': ['direction'],
  // Personas
  'people.read': ['direction', 'secretary', 'inspection'],
  'people.edit': ['direction', 'secretary'],
  'people.block': ['direction'],
  'people.social_name': ['direction'],
  // Justificaciones: `excuses.read` includes text and attachment, which `excuses.state` does not.
  'excuses.state': ['direction', 'secretary', 'inspection'],
  'excuses.read': ['direction', 'inspection'],
  'excuses.decide': ['direction', 'inspection'],
  // Comunicados
  'messages.send_courses': ['direction', 'secretary', 'inspection'],
  'messages.send_all': ['direction', 'secretary'],
  'messages.ask_receipts': ['direction', 'secretary'],
  // Documentos
  'documents.issue': ['direction', 'secretary'],
  'documents.revoke': ['direction'],
  // Solicitudes: `requests.state` has kind, name and clock, not what was asked; vulneraciones are the direction's.
  'requests.state': ['direction', 'secretary'],
  'requests.answer': ['direction'],
  'breaches.manage': ['direction'],
  // Registro: with `register.own` alone, a person reads the lines of their own acts.
  'register.own': ['direction', 'secretary', 'inspection'],
  'register.loads': ['direction', 'secretary'],
  'register.all': ['direction'],
  // Ajustes
  'settings.calendar': ['direction', 'secretary'],
  'settings.school': ['direction'],
  'settings.staff': ['direction'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof rolesByPermission
export const permissions = Object.keys(rolesByPermission) as Permission[]

export const isAllowed = (role: StaffRole, permission: Permission): boolean =>
  (rolesByPermission[permission] as readonly StaffRole[]).includes(role)

export const permissionsOf = (role: StaffRole): Permission[] =>
  permissions.filter((permission) => isAllowed(role, permission))
