import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Where a command tells what it did and hears what the operator decides. */
export type Terminal = {
  print(line?: string): void
  /** Apart from what a program may read. */
  warn(line: string): void
  /** Undefined where nobody sits who could answer. */
  ask(question: string): Promise<string | undefined>
  /**
   * Shows nothing of what is typed; a secret may come through a pipe too. Who types a new one does so twice:
   * undefined when it is not the same.
   */
  askSecret(question: string, options?: { isNew: boolean }): Promise<string | undefined>
}

type Input = NodeJS.ReadStream & { fd: 0 }

export function openTerminal(
  input: Input = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
  errors: NodeJS.WriteStream = process.stderr,
): Terminal {
  async function read(question: string, echo: Writable): Promise<string> {
    const lines = createInterface({ input, output: echo, terminal: input.isTTY })
    const ended = once(lines, 'close').then(() => '')
    lines.once('SIGINT', () => lines.close())
    const answer = await Promise.race([lines.question(question), ended])
    lines.close()
    return answer
  }
  async function readSecret(question: string): Promise<string> {
    const typed = read('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    errors.write(question) // once nothing is shown any more, however fast it is answered
    const answer = await typed
    errors.write('\n')
    return answer
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

const YES = /^(s|si|sí)$/i

/** Anything but a yes is a no; undefined where nobody can answer. */
export async function askYes(terminal: Terminal, question: string): Promise<boolean | undefined> {
  const answer = await terminal.ask(`${question} (si/no) `)
  return answer === undefined ? undefined : YES.test(answer)
}

/** On one line, and without what would steer the terminal: names come from files. */
const shown = (cell: string) => cell.replace(/\p{C}+/gu, ' ').trim()
const width = (text: string) => Array.from(text.normalize('NFC')).length

/** Columns under their headings, two blanks apart. */
export function printTable(terminal: Terminal, headings: string[], rows: string[][]): void {
  const lines = [headings, ...rows].map((cells) => cells.map(shown))
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => width(cells[column] ?? ''))))
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - width(cell))
  for (const cells of lines) terminal.print(cells.map(pad).join('  ').trimEnd())
}
