import { createScan, type Scan } from '@apoderados/importer/scanner'

export type Scanner = {
  /** Whether files are scanned for viruses: PDFs of families are taken only then. */
  isActive: boolean
  scan: Scan
}

export const createScanner = (command: string | undefined): Scanner => ({
  isActive: command !== undefined,
  scan: createScan(command),
})
