import writeWorkbook, { type Cell, type Feature } from 'write-excel-file/node'
import { sanitizeAttributeValue, sanitizeTextContent } from 'write-excel-file/utility'

export const HEADING_STYLE = { fontWeight: 'bold', backgroundColor: '#E6EEF5' } as const
export const toTextCell = (value: string): Cell => ({ value, type: String, format: '@' })

/** What Excel shows beside the cells of some columns, below the header row, and the list from which they are chosen. */
type Validation = {
  column: number
  lastColumn: number
  rows: number
  /** The first row of the cells, from 1; by default the one below the header. */
  firstRow?: number
  title: string
  prompt: string
  choices?: readonly string[] | undefined
}

export type ValidatedSheet = {
  sheet: string
  data: Cell[][]
  columns: { width: number }[]
  stickyRowsCount?: number
  stickyColumnsCount?: number
  validations: Validation[]
}

/** Limits of Excel for a list that is written into the cell's rule, for a title and for a prompt. */
const LIST_LENGTH_MAX = 255
const TITLE_LENGTH_MAX = 32
const PROMPT_LENGTH_MAX = 255
/** The sheet with the longer lists. Its name marks it as an explanation, which is not imported. */
const LISTS_SHEET = 'LEAME listas'

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Writes a workbook whose cells explain themselves and have drop-down lists. */
export function writeBook(sheets: ValidatedSheet[]): Promise<Buffer> {
  const lists: (readonly string[])[] = []
  const formulaOf = (choices: readonly string[]) => {
    const inline = choices.join(',')
    if (inline.length <= LIST_LENGTH_MAX && !choices.some((choice) => /[,"]/.test(choice)))
      return `"${inline}"`
    if (!lists.includes(choices)) lists.push(choices)
    const letter = letterOf(lists.indexOf(choices))
    return `'${LISTS_SHEET}'!$${letter}$1:$${letter}$${choices.length}`
  }
  const rules = sheets.map(({ validations }) =>
    validations.map(({ column, lastColumn, rows, firstRow = 2, title, prompt, choices }) => {
      const place = `${letterOf(column)}${firstRow}:${letterOf(lastColumn)}${firstRow + rows - 1}`
      const text = (value: string, length: number) => sanitizeAttributeValue(value.slice(0, length))
      const list = choices && choices.length > 0 ? choices : undefined
      return `<dataValidation ${list ? 'type="list" ' : ''}allowBlank="1" showInputMessage="1" errorStyle="warning" ${
        list ? 'showErrorMessage="1" ' : ''
      }promptTitle="${text(title, TITLE_LENGTH_MAX)}" prompt="${text(prompt, PROMPT_LENGTH_MAX)}" sqref="${place}">${
        list ? `<formula1>${sanitizeTextContent(formulaOf(list))}</formula1>` : ''
      }</dataValidation>`
    }),
  )
  const validated: Feature<Buffer> = {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          insert: (_options, { sheetIndex }) => {
            const ofSheet = rules[sheetIndex] ?? []
            if (ofSheet.length === 0) return undefined
            return `<dataValidations count="${ofSheet.length}">${ofSheet.join('')}</dataValidations>`
          },
        },
      },
    },
  }
  const listSheet = {
    sheet: LISTS_SHEET,
    data: Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, row): Cell[] =>
      lists.map((list) => toTextCell(list[row] ?? '')),
    ),
    columns: lists.map(() => ({ width: 26 })),
  }
  return writeWorkbook([...sheets, ...(lists.length > 0 ? [listSheet] : [])], {
    features: [validated],
  } as never).toBuffer()
}
