const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/)

export const girlNames = splitWords(`
  Martina Sofía Emilia Isidora Florencia Antonella Catalina Amanda Trinidad Rayén Josefa
  Agustina Julieta Maite Colomba Renata
`)

export const boyNames = splitWords(`
  Mateo Agustín Benjamín Vicente Lucas Gaspar Tomás Joaquín Cristóbal Nahuel Santiago Facundo
  León Maximiliano Amaro Emiliano
`)

export const womanNames = splitWords(`
  Carolina Paola Claudia Marcela Daniela Verónica Lorena Ximena Pamela Viviana
`)

export const manNames = splitWords(`
  Rodrigo Cristián Mauricio Claudio Patricio Marcelo Héctor Álvaro Sergio Iván
`)

export const surnames = splitWords(`
  González Muñoz Rojas Díaz Pérez Soto Contreras Silva Sepúlveda Morales Fuentes Valenzuela
  Araya Tapia Huenchul Quispe Mamani Catrileo Yáñez Ibáñez Núñez Ñancupil Cárdenas Vergara
  Figueroa Espinoza
`)
