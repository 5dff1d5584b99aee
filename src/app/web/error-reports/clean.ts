import type { Event, Exception, makeFetchTransport, StackFrame } from '@sentry/browser'
import { blanked } from '#kit/blanked.ts'

export type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0]
type Header = { type?: string; length?: number }
type Item = [Header, unknown]

/** What leaves the browser of an envelope: what went wrong and in which line, and nothing of whoever met it. */
export function cleaned(envelope: Envelope): Envelope {
  const [{ event_id, sent_at }, items] = envelope as unknown as [Record<string, unknown>, Item[]]
  return [{ event_id, sent_at }, items.flatMap(cleanedItem)] as unknown as Envelope
}

function cleanedItem([header, payload]: Item): Item[] {
  switch (header.type) {
    case 'event':
      return [[header, cleanedEvent(payload as Event)]]
    case 'replay_event':
      return [[header, cleanedReplay(payload as Record<string, unknown>)]]
    case 'replay_recording':
      return typeof payload === 'string' ? [cleanedRecording(header, payload)] : []
    // Sessions and counts of what was not sent say nothing about errors.
    default:
      return []
  }
}

function cleanedEvent({ event_id, timestamp, platform, level, release, exception, message, contexts }: Event): Event {
  return {
    event_id,
    timestamp,
    platform,
    level,
    release,
    transaction: pathOnly(location.href),
    ...(message ? { message: blanked(message) } : {}),
    ...(exception ? { exception: { values: exception.values?.map(cleanedException) } } : {}),
    // So that a recording is found beside its error.
    ...(contexts?.replay ? { contexts: { replay: { replay_id: contexts.replay.replay_id } } } : {}),
  } as Event
}

function cleanedException({ type, value, stacktrace }: Exception): Exception {
  return { type, value: value && blanked(value), stacktrace: { frames: stacktrace?.frames?.map(cleanedFrame) } }
}

function cleanedFrame({ filename, function: called, lineno, colno, in_app }: StackFrame): StackFrame {
  return { filename: filename && pathOnly(filename), function: called, lineno, colno, in_app }
}

const replayParts = ['type', 'event_id', 'replay_id', 'replay_type', 'segment_id', 'timestamp', 'release', 'platform']
const replayTimes = ['replay_start_timestamp', 'error_ids', 'trace_ids']

function cleanedReplay(replay: Record<string, unknown>) {
  return Object.fromEntries([...replayParts, ...replayTimes].map((part) => [part, replay[part]]))
}

function cleanedRecording(header: Header, recording: string): Item {
  const text = withoutAddresses(recording)
  return [{ ...header, length: new TextEncoder().encode(text).length }, text]
}

// A recording says on which pages it was made, and where links and pictures on them lead.
function withoutAddresses(recording: string): string {
  return recording
    .replace(/"(href|src|url|to|from|action)":"((?:[^"\\]|\\.)*)"/g, (_, name, address) =>
      JSON.stringify({ [name]: pathOnly(address) }).slice(1, -1),
    )
    .replace(/"https?:\/\/(?:[^"\\]|\\.)*"/g, (address) => JSON.stringify(pathOnly(address.slice(1, -1))))
}

// Queries carry tokens, and parts of a path with digits in them are numbers of contracts and the like.
function pathOnly(address: string): string {
  if (!URL.canParse(address, location.href)) return ''
  const parts = new URL(address, location.href).pathname.split('/')
  return parts.map((part) => (/\d/.test(part) && !part.endsWith('.js') ? '…' : part)).join('/')
}
