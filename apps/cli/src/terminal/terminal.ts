import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { oneLine } from '@apoderados/core/pdf/oneLine'

/** The input and output of a command. */
export type Terminal = {
  print(line?: string): void
  /** Writes to standard error, apart from output that a program may parse. */
  warn(line: string): void
  /** Asks a question and returns the response; undefined if the input is not a terminal. */
  ask(question: string): Promise<string | undefined>
  /** Reads a secret without echo, or from a pipe. At a terminal, a new one is typed twice; undefined if they differ. */
  askSecret(question: string, options?: { isNew: boolean }): Promise<string | undefined>
}

/** Returns the terminal of this process. */
export function openTerminal(): Terminal {
  const { stdin: input, stdout: output, stderr: errors } = process
  async function read(question: string, echo: Writable): Promise<string> {
    const lines = createInterface({ input, output: echo, terminal: input.isTTY })
    const ended = once(lines, 'close').then(() => '')
    lines.once('SIGINT', () => lines.close())
    const response = await Promise.race([lines.question(question), ended])
    lines.close()
    return response
  }
  async function readSecret(question: string): Promise<string> {
    const typed = read('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    errors.write(question) // printed after echo is off, so that a fast answer is not shown
    const response = await typed
    errors.write('\n')
    return response
  }
  return {
    print: (line = '') => void output.write(`${line}\n`),
    warn: (line) => void errors.write(`${line}\n`),
    ask: async (question) => (input.isTTY ? (await read(question, output)).trim() : undefined),
    async askSecret(question, { isNew } = { isNew: false }) {
      const secret = await readSecret(question)
      const isTypedTwice = !isNew || !input.isTTY || (await readSecret('Otra vez: ')) === secret
      return isTypedTwice ? secret : undefined
    },
  }
}

const textWidth = (text: string) => Array.from(text).length

/** Prints columns under their headings; each cell is reduced to one line, because names come from imported files. */
export function printTable(terminal: Terminal, headings: string[], rows: string[][]): void {
  const lines = [headings, ...rows].map((cells) => cells.map(oneLine))
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => textWidth(cells[column] ?? ''))),
  )
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell))
  for (const cells of lines) terminal.print(cells.map(pad).join('  ').trimEnd())
}
