import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseMail } from '../../../e2e/support/mailServer.ts'

const CODE_PATTERN = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/

/**
 * Opens the folder in which a mail server stores each mail as a file. Each method reads and deletes the files of new
 * mails, and counts duplicates.
 */
export function openMailbox(folder: string) {
  const mails = new Map<string, { text: string; times: number }>()
  const codes = new Map<string, string[]>()
  let changed = 0

  function readMail(name: string): void {
    const path = join(folder, name)
    const { id, to, text } = parseMail(readFileSync(path, 'utf8'))
    rmSync(path)
    const earlier = mails.get(id)
    mails.set(id, { text, times: (earlier?.times ?? 0) + 1 })
    if (earlier && earlier.text !== text) changed += 1
    const [code] = CODE_PATTERN.exec(text) ?? []
    if (code && !earlier) codes.set(to, [...(codes.get(to) ?? []), code])
  }

  function readNewMails(): void {
    for (const name of readdirSync(folder).sort()) if (name.endsWith('.eml')) readMail(name)
  }

  return {
    /** Returns the codes mailed to an address, the newest last. */
    codesTo(email: string): string[] {
      readNewMails()
      return codes.get(email) ?? []
    },
    /** Returns the ids of all mails, and the numbers of duplicates and of duplicates with another text. */
    countMails() {
      readNewMails()
      const duplicates = [...mails.values()].reduce((sum, { times }) => sum + times - 1, 0)
      return { ids: new Set(mails.keys()), duplicates, changed }
    },
  }
}
export type Mailbox = ReturnType<typeof openMailbox>
