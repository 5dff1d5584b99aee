import type { Event, Exception, makeFetchTransport, StackFrame } from '@sentry/browser'
import { redact } from '#kit/redact.ts'

export type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0]
type Header = { type?: string; length?: number }
type Item = [Header, unknown]

/** Removes from an envelope everything except the error and its line, so that no personal data leaves the browser. */
export function cleanEnvelope(envelope: Envelope): Envelope {
  const [{ event_id, sent_at }, items] = envelope as unknown as [Record<string, unknown>, Item[]]
  return [{ event_id, sent_at }, items.flatMap(cleanItem)] as unknown as Envelope
}

function cleanItem([header, payload]: Item): Item[] {
  switch (header.type) {
    case 'event':
      return [[header, cleanEvent(payload as Event)]]
    case 'replay_event':
      return [[header, cleanReplay(payload as Record<string, unknown>)]]
    case 'replay_recording':
      return typeof payload === 'string' ? [cleanRecording(header, payload)] : []
    // Sessions and counts of dropped events say nothing about errors.
    default:
      return []
  }
}

function cleanEvent({ event_id, timestamp, platform, level, release, exception, message, contexts }: Event): Event {
  return {
    event_id,
    timestamp,
    platform,
    level,
    release,
    transaction: pathOnly(location.href),
    ...(message ? { message: redact(message) } : {}),
    ...(exception ? { exception: { values: exception.values?.map(cleanException) } } : {}),
    // Links a recording to its error.
    ...(contexts?.replay ? { contexts: { replay: { replay_id: contexts.replay.replay_id } } } : {}),
  } as Event
}

function cleanException({ type, value, stacktrace }: Exception): Exception {
  return { type, value: value && redact(value), stacktrace: { frames: stacktrace?.frames?.map(cleanFrame) } }
}

function cleanFrame({ filename, function: called, lineno, colno, in_app }: StackFrame): StackFrame {
  return { filename: filename && pathOnly(filename), function: called, lineno, colno, in_app }
}

const replayParts = ['type', 'event_id', 'replay_id', 'replay_type', 'segment_id', 'timestamp', 'release', 'platform']
const replayTimes = ['replay_start_timestamp', 'error_ids', 'trace_ids']

function cleanReplay(replay: Record<string, unknown>) {
  return Object.fromEntries([...replayParts, ...replayTimes].map((part) => [part, replay[part]]))
}

function cleanRecording(header: Header, recording: string): Item {
  const text = withoutAddresses(recording)
  return [{ ...header, length: new TextEncoder().encode(text).length }, text]
}

// A recording contains the URLs of its pages, and of links and images on them.
function withoutAddresses(recording: string): string {
  return recording
    .replace(/"(href|src|url|to|from|action)":"((?:[^"\\]|\\.)*)"/g, (_, name, address) =>
      JSON.stringify({ [name]: pathOnly(address) }).slice(1, -1),
    )
    .replace(/"https?:\/\/(?:[^"\\]|\\.)*"/g, (address) => JSON.stringify(pathOnly(address.slice(1, -1))))
}

// Queries contain tokens, and path segments with digits are contract numbers and the like.
function pathOnly(address: string): string {
  if (!URL.canParse(address, location.href)) return ''
  const parts = new URL(address, location.href).pathname.split('/')
  return parts.map((part) => (/\d/.test(part) && !part.endsWith('.js') ? '…' : part)).join('/')
}
