import type { Employee } from '../courses/course.ts'

const person = (name: string, last_name: string, second_last_name: string | null = null): Employee => ({
  name,
  last_name,
  second_last_name,
  run: null,
})

/** The demo school's employees, who are invented, by the keys that subjects and observations use. */
export const staff = new Map(
  Object.entries({
    fuentes: person('Carolina', 'Fuentes', 'Mella'),
    sepulveda: person('Raúl', 'Sepúlveda', 'Olate'),
    alarcon: person('Paulina', 'Alarcón', 'Vidal'),
    carcamo: person('Diego', 'Cárcamo', 'Barría'),
    huenchul: person('Millaray', 'Huenchul', 'Painemal'),
    tapia: person('Jorge', 'Tapia', 'Zúñiga'),
    bravo: person('Lorena', 'Bravo', 'Salinas'),
    riquelme: person('Andrés', 'Riquelme', 'Poblete'),
    ibanez: person('Soledad', 'Ibáñez', 'Ferrada'),
    sandoval: person('Rodrigo', 'Sandoval', 'Neira'),
    morales: person('Valeria', 'Morales', 'Escobar'),
    contreras: person('Ignacio', 'Contreras', 'Leiva'),
    pizarro: person('Francisca', 'Pizarro', 'Godoy'),
    villalobos: person('Karen', 'Villalobos'),
    rojas: person('Nicolás', 'Rojas', 'Aravena'),
    godoy: person('Esteban', 'Godoy', 'Cifuentes'),
    saavedra: person('Hernán', 'Saavedra', 'Molina'),
    lagos: person('Tamara', 'Lagos', 'Henríquez'),
    cortes: person('Bárbara', 'Cortés', 'Ulloa'),
    inspector: person('Manuel', 'Orellana', 'Cea'),
    head: person('Gloria', 'Venegas', 'Riffo'),
    planner: person('Marisol', 'Toledo', 'Parra'),
    counsellor: person('Javier', 'Astudillo'),
  }),
)
