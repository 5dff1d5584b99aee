import type { Readable } from 'node:stream'

/** What a look at a file has found: nothing, or something known to do harm, by the name that the scanner has for it. */
export type ScanVerdict = { kind: 'clean' } | { kind: 'infected'; finding: string }

/** The scanner cannot be reached or has not looked at the file; nothing is known of it then. */
export class ScanUnavailable extends Error {
  readonly kind: 'unreachable' | 'unanswered' | 'unable'

  constructor(kind: ScanUnavailable['kind'], cause?: Error) {
    super(cause ? `${kind}: ${cause.message}` : kind, { cause })
    this.name = 'ScanUnavailable'
    this.kind = kind
  }
}

/** A program that knows viruses. */
export type VirusScan = {
  /** Looks at a whole file. @throws ScanUnavailable */
  scan(content: Readable, limits: { seconds: number }): Promise<ScanVerdict>
  /** Asks whether it is there. @throws ScanUnavailable */
  check(): Promise<void>
}
