import type { Employee } from '../courses/course.ts'

/** The demo school's employees, who are invented, by the keys that subjects and observations use. */
const names: Record<string, [name: string, last_name: string, second_last_name?: string]> = {
  fuentes: ['Carolina', 'Fuentes', 'Mella'],
  sepulveda: ['Raúl', 'Sepúlveda', 'Olate'],
  alarcon: ['Paulina', 'Alarcón', 'Vidal'],
  carcamo: ['Diego', 'Cárcamo', 'Barría'],
  huenchul: ['Millaray', 'Huenchul', 'Painemal'],
  tapia: ['Jorge', 'Tapia', 'Zúñiga'],
  bravo: ['Lorena', 'Bravo', 'Salinas'],
  riquelme: ['Andrés', 'Riquelme', 'Poblete'],
  ibanez: ['Soledad', 'Ibáñez', 'Ferrada'],
  sandoval: ['Rodrigo', 'Sandoval', 'Neira'],
  morales: ['Valeria', 'Morales', 'Escobar'],
  contreras: ['Ignacio', 'Contreras', 'Leiva'],
  pizarro: ['Francisca', 'Pizarro', 'Godoy'],
  villalobos: ['Karen', 'Villalobos'],
  rojas: ['Nicolás', 'Rojas', 'Aravena'],
  godoy: ['Esteban', 'Godoy', 'Cifuentes'],
  saavedra: ['Hernán', 'Saavedra', 'Molina'],
  lagos: ['Tamara', 'Lagos', 'Henríquez'],
  cortes: ['Bárbara', 'Cortés', 'Ulloa'],
  inspector: ['Manuel', 'Orellana', 'Cea'],
  head: ['Gloria', 'Venegas', 'Riffo'],
  planner: ['Marisol', 'Toledo', 'Parra'],
  counsellor: ['Javier', 'Astudillo'],
}

export const staff = new Map(
  Object.entries(names).map(([key, [name, last_name, second_last_name = null]]): [string, Employee] => [
    key,
    { name, last_name, second_last_name, run: null },
  ]),
)

/** The secret of the app of codes of all staff accounts of the demo, in base32. */
export const DEMO_TOTP_SECRET = 'APODERADOSDEMOAPODERADOSDEMO2345'

/** The accounts of the demo's staff; `schools` counts the demo's schools. */
export const demoStaff = [
  { email: 'direccion@example.com', name: 'Gloria Venegas Riffo', role: 'direction', schools: 1 },
  { email: 'secretaria@example.com', name: 'Marisol Toledo Parra', role: 'secretary', schools: 2 },
  { email: 'inspectoria@example.com', name: 'Manuel Orellana Cea', role: 'inspection', schools: 1 },
] as const
