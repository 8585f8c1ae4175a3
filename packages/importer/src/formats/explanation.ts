import { type SheetFormat, templateColumns } from './column.ts'

const INTRODUCTION_MARKDOWN = `# Planillas para importar un establecimiento

Complete las hojas que necesite y entréguelas a quien administra la aplicación. No hace falta llenarlas todas: basta
con las que tengan datos.

- Puede usar archivos CSV, o un libro de Excel o LibreOffice con una hoja para cada nombre.
- Cada hoja trae una fila de ejemplo, con datos inventados. **Bórrela antes de escribir los suyos.**
- Da igual escribir los títulos de las columnas con o sin mayúsculas y acentos, y en qué orden van.
- Fechas: 31-03-2026, 31/03/2026 o 2026-03-31, siempre con las cuatro cifras del año. Horas: 08:00.
- Notas: con coma o punto, 5,4 o 5.4. Respuestas de sí o no: si, no.
- RUN: con o sin puntos. El dígito verificador va en su columna, o después de un guion: 12.345.678-5.
- Una celda vacía de una columna optativa borra el dato que había, o deja lo que abajo se dice de una celda vacía.
- Una columna optativa que no está no cambia nada. Si no quiere tocar un dato, quite la columna entera.
- Importar otra vez actualiza lo que ya está: las filas se reconocen por su RUN, documento o código.
- En lugar de la hoja alumnos sirve la nómina de alumnos de SIGE tal como se descarga. El código de etnia que trae no
  se lee.
- Fotos, en una carpeta junto a las hojas: fotos/40318926-K.jpg de un estudiante, fotos/apoderados/42456123.jpg de un
  apoderado, fotos/insignia-90020-6.png del establecimiento. Los documentos de la agenda también van junto a las hojas.
- Antes de guardar nada, la importación muestra qué cambiaría y todos los errores, con su archivo, fila y columna.

Todas las hojas aceptan además las columnas \`rbd\` (90020-6) y \`anio\` (2026). Solo hacen falta donde abajo se piden, o
si entrega juntos varios establecimientos o años.
`

/** The lines of the introduction, without Markdown, for the first sheet of the template workbook. */
export const introductionLines: string[] = INTRODUCTION_MARKDOWN.replace(/^# |\*\*|`/gm, '')
  .replace(/\n {2}/g, ' ')
  .replace(/([^\n])\n(?=[^-\n])/g, '$1 ')
  .split('\n')

export const explanationHeaders = ['Columna', 'Obligatoria', 'Qué dice', 'Valores que se aceptan', 'Ejemplo']

/** Returns one row per column of the template, with the cells of `explanationHeaders`. */
export const explainColumns = (format: SheetFormat): string[][] =>
  templateColumns(format).map(([name, { kind, isRequired, requirement, explanation, example }]) => [
    name,
    requirement ?? (isRequired ? 'sí' : 'no'),
    explanation,
    kind.accepts,
    example,
  ])

const markdownRow = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function explainSheet(format: SheetFormat): string {
  const lines = explainColumns(format).map(([name, ...rest]) => markdownRow([`\`${name}\``, ...rest]))
  const table = [markdownRow(explanationHeaders), '|---|---|---|---|---|', ...lines]
  return [`## ${format.name}`, '', format.explanation, '', ...table, ''].join('\n')
}

/** Returns the explanation of all sheets and columns, in Markdown. */
export const explainSet = (formats: SheetFormat[]): string =>
  [INTRODUCTION_MARKDOWN, ...formats.map(explainSheet)].join('\n')
