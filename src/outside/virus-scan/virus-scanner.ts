import type { Readable } from 'node:stream'

/** The verdict on a file: clean, or infected, with the scanner's name for the finding. */
export type ScanVerdict = { kind: 'clean' } | { kind: 'infected'; finding: string }

/** The scanner cannot be reached or has not scanned the file, so there is no verdict on it. */
export class ScanUnavailableError extends Error {
  readonly kind: 'unreachable' | 'unanswered' | 'unable'

  constructor(kind: ScanUnavailableError['kind'], cause?: Error) {
    super(cause ? `${kind}: ${cause.message}` : kind, { cause })
    this.name = 'ScanUnavailable'
    this.kind = kind
  }
}

/** A virus scanner. */
export type VirusScanner = {
  /** Scans a whole file. @throws ScanUnavailableError */
  scan(content: Readable, limits: { seconds: number }): Promise<ScanVerdict>
  /** Checks whether the scanner is available. @throws ScanUnavailableError */
  check(): Promise<void>
}
