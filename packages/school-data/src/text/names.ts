/** Separated by spaces. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const girls = words(`
  Martina Sofía Emilia Isidora Florencia Antonella Catalina Amanda Trinidad Rayén Josefa
  Agustina Julieta Maite Colomba Renata
`)

export const boys = words(`
  Mateo Agustín Benjamín Vicente Lucas Gaspar Tomás Joaquín Cristóbal Nahuel Santiago Facundo
  León Maximiliano Amaro Emiliano
`)

export const women = words(`
  Carolina Paola Claudia Marcela Daniela Verónica Lorena Ximena Pamela Viviana
`)

export const men = words(`
  Rodrigo Cristián Mauricio Claudio Patricio Marcelo Héctor Álvaro Sergio Iván
`)

export const surnames = words(`
  González Muñoz Rojas Díaz Pérez Soto Contreras Silva Sepúlveda Morales Fuentes Valenzuela
  Araya Tapia Huenchul Quispe Mamani Catrileo Yáñez Ibáñez Núñez Ñancupil Cárdenas Vergara
  Figueroa Espinoza
`)
