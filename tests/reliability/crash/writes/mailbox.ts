import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseMail } from '../../../e2e/support/mailServer.ts'

const CODE = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/

/** What a mail server took: each mail once, and how often it came again. */
export function readMailbox(folder: string) {
  const seen = new Map<string, { text: string; times: number }>()
  const codes = new Map<string, string[]>()
  let changed = 0

  function take(name: string): void {
    const path = join(folder, name)
    const { id, to, text } = parseMail(readFileSync(path, 'utf8'))
    rmSync(path)
    const before = seen.get(id)
    seen.set(id, { text, times: (before?.times ?? 0) + 1 })
    if (before && before.text !== text) changed += 1
    const [code] = CODE.exec(text) ?? []
    if (code && !before) codes.set(to, [...(codes.get(to) ?? []), code])
  }

  function look(): void {
    for (const name of readdirSync(folder).sort()) if (name.endsWith('.eml')) take(name)
  }

  return {
    /** The codes mailed to an address, the newest last. */
    codesTo(email: string): string[] {
      look()
      return codes.get(email) ?? []
    },
    /** `changed`: came again with another text. */
    sum() {
      look()
      const again = [...seen.values()].reduce((sum, { times }) => sum + times - 1, 0)
      return { ids: new Set(seen.keys()), again, changed }
    },
  }
}
export type Mailbox = ReturnType<typeof readMailbox>
