import type { CurveDay } from '../../curve.ts'
import type { CurveFileEvent } from './curve-file-event.ts'
import { type CurveFileOptions, readCurveFile } from './read-curve-file.ts'

/** Returns all events of reading a file that arrives in chunks of the given number of bytes. */
export async function readEvents(
  content: string | Uint8Array,
  fileName = 'file',
  options?: CurveFileOptions,
  pieceBytes = 65_536,
): Promise<CurveFileEvent[]> {
  const events: CurveFileEvent[] = []
  for await (const event of readCurveFile(piecesOf(content, pieceBytes), fileName, options)) events.push(event)
  return events
}

export function daysOf(events: CurveFileEvent[]): CurveDay[] {
  return events.filter((event) => event.kind === 'day').map(({ day }) => day)
}

/** Returns the refusals, as `line code`, or `code` for a whole file. */
export function refusalsOf(events: CurveFileEvent[]): string[] {
  return events
    .filter((event) => event.kind === 'refused')
    .map(({ line, code }) => (line === null ? code : `${line} ${code}`))
}

/** Formats a day without its empty intervals: `2026-08-01: 1=100 24=150`, counted from 1. */
export function formatImport({ day, importWh }: CurveDay): string {
  const values = importWh.flatMap((value, index) => (value === null ? [] : [`${index + 1}=${value}`]))
  return `${day}: ${values.join(' ')}`
}

async function* piecesOf(content: string | Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
