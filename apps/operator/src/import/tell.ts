import { printTable, type Terminal } from '../terminal.ts'
import type { CountsByName } from './write.ts'

/** A row for each kind of which anything came or went. */
export function printCounts(terminal: Terminal, counts: CountsByName): void {
  const rows = Object.entries(counts).filter(
    ([, { added, changed, ended, left }]) => added + changed + ended + left > 0,
  )
  printTable(
    terminal,
    ['', 'nuevos', 'cambian', 'terminan', 'siguen igual'],
    rows.map(([name, { added, changed, ended, left }]) => [
      name,
      ...[added, changed, ended, left].map(String),
    ]),
  )
}

export function addCounts(total: CountsByName, counts: CountsByName): void {
  for (const [name, { added, changed, ended, left }] of Object.entries(counts)) {
    const sum = total[name] ?? { added: 0, changed: 0, ended: 0, left: 0 }
    total[name] = {
      added: sum.added + added,
      changed: sum.changed + changed,
      ended: sum.ended + ended,
      left: sum.left + left,
    }
  }
}
