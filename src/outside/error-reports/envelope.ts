import { randomUUID } from 'node:crypto'
import { redact } from '#kit/redact.ts'

/** An unexpected error and where it occurred: a route pattern or the name of a job. */
export type ReportedFailure = { error: unknown; where: string; requestId?: string }

/** Builds the protocol envelope of a failure: the error and its line, and no data about the user who encountered it. */
export function buildEnvelope(
  { error, where, requestId }: ReportedFailure,
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
    exception: { values: [{ type: name, value: redact(message), stacktrace: { frames: parseFrames(stack) } }] },
  }
  const lines = [{ event_id: eventId, sent_at: at.toISOString() }, { type: 'event' }, event]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** Parses the lines of a stack trace, innermost last, with file paths relative to the repository. */
function parseFrames(stack: string) {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, functionName, file, row, column] = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? []
      if (!file) return []
      const filename = file.replace(/^file:\/\//, '').replace(/^.*?\/(?=(?:src|db|node_modules|dist)\/)/, '')
      const frame = { filename, lineno: Number(row), colno: Number(column), in_app: !/^node[:_]/.test(filename) }
      return [functionName ? { ...frame, function: functionName } : frame]
    })
    .reverse()
}
