import type { Employee } from '../courses/course.ts'

const createEmployee = (
  name: string,
  last_name: string,
  second_last_name: string | null = null,
): Employee => ({
  name,
  last_name,
  second_last_name,
  run: null,
})

/** The demo school's employees, who are invented, by the keys that subjects and observations use. */
export const staff = new Map(
  Object.entries({
    fuentes: createEmployee('Carolina', 'Fuentes', 'Mella'),
    sepulveda: createEmployee('Raúl', 'Sepúlveda', 'Olate'),
    alarcon: createEmployee('Paulina', 'Alarcón', 'Vidal'),
    carcamo: createEmployee('Diego', 'Cárcamo', 'Barría'),
    huenchul: createEmployee('Millaray', 'Huenchul', 'Painemal'),
    tapia: createEmployee('Jorge', 'Tapia', 'Zúñiga'),
    bravo: createEmployee('Lorena', 'Bravo', 'Salinas'),
    riquelme: createEmployee('Andrés', 'Riquelme', 'Poblete'),
    ibanez: createEmployee('Soledad', 'Ibáñez', 'Ferrada'),
    sandoval: createEmployee('Rodrigo', 'Sandoval', 'Neira'),
    morales: createEmployee('Valeria', 'Morales', 'Escobar'),
    contreras: createEmployee('Ignacio', 'Contreras', 'Leiva'),
    pizarro: createEmployee('Francisca', 'Pizarro', 'Godoy'),
    villalobos: createEmployee('Karen', 'Villalobos'),
    rojas: createEmployee('Nicolás', 'Rojas', 'Aravena'),
    godoy: createEmployee('Esteban', 'Godoy', 'Cifuentes'),
    saavedra: createEmployee('Hernán', 'Saavedra', 'Molina'),
    lagos: createEmployee('Tamara', 'Lagos', 'Henríquez'),
    cortes: createEmployee('Bárbara', 'Cortés', 'Ulloa'),
    inspector: createEmployee('Manuel', 'Orellana', 'Cea'),
    head: createEmployee('Gloria', 'Venegas', 'Riffo'),
    planner: createEmployee('Marisol', 'Toledo', 'Parra'),
    counsellor: createEmployee('Javier', 'Astudillo'),
  }),
)
