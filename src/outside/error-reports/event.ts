import { randomUUID } from 'node:crypto'
import { blanked } from '#kit/blanked.ts'

/** Something unexpected, and where it was met: a route as a pattern or the name of a job. */
export type Failure = { error: unknown; where: string; requestId?: string }

/** A failure as an envelope of the protocol: what went wrong in which line, and nothing of whoever met it. */
export function envelopeOf(
  { error, where, requestId }: Failure,
  { release, at }: { release: string; at: Date },
): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const eventId = randomUUID().replaceAll('-', '')
  const event = {
    event_id: eventId,
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    release,
    transaction: where,
    tags: requestId ? { request_id: requestId } : {},
    exception: { values: [{ type: name, value: blanked(message), stacktrace: { frames: framesOf(stack) } }] },
  }
  const lines = [{ event_id: eventId, sent_at: at.toISOString() }, { type: 'event' }, event]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** The lines of a stack, the innermost last, with files as they stand in the repository. */
function framesOf(stack: string) {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, called, file, row, column] = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? []
      if (!file) return []
      const filename = file.replace(/^file:\/\//, '').replace(/^.*?\/(?=(?:src|db|node_modules|dist)\/)/, '')
      const place = { filename, lineno: Number(row), colno: Number(column), in_app: !/^node[:_]/.test(filename) }
      return [called ? { ...place, function: called } : place]
    })
    .reverse()
}
