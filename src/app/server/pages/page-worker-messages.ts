import type { RenderingPrograms } from '#app/rendering-program.ts'
import type { TransportRequest } from '#kit/web/send.ts'
import type { InternalResponse, TemplatedPage, TemplateRequest } from './page-template.ts'

/** The programs that a worker renders. */
export type ProgramName = 'portal' | 'operatorArea'

/** A page to render. */
export type RenderOrder = { kind: 'render'; id: number; program: ProgramName } & Omit<TemplateRequest, 'transport'>

/** An error as plain data, because threads exchange neither classes nor the members of an error. */
export type SentError = { name: string; message: string; stack?: string; members: Record<string, unknown> }

/** What a worker receives: a page to render, or the response to one of its calls. */
export type ToWorker =
  | RenderOrder
  | { kind: 'response'; callId: number; response: InternalResponse }
  | { kind: 'callFailed'; callId: number; error: SentError }

/** What a worker sends: a call of a page, the rendered page, or why there is none. */
export type FromWorker =
  | { kind: 'call'; id: number; callId: number; call: Omit<TransportRequest, 'signal'> }
  | { kind: 'rendered'; id: number; page: Exclude<TemplatedPage, { kind: 'failed' }> }
  | { kind: 'failed'; id: number; error: SentError }

/** Returns a rendering program by its name. */
export function programOf(programs: RenderingPrograms, name: ProgramName) {
  return name === 'portal' ? programs : programs.operatorArea
}

/** Converts a thrown value to plain data. */
export function toSentError(thrown: unknown): SentError {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { name, message, stack, members: typeof thrown === 'object' ? plainMembersOf(thrown) : {} }
}

/** Converts plain data back to an error with the same members, by which a refusal is recognized. */
export function toError({ members, name, message, stack }: SentError): Error {
  return Object.assign(new Error(message), members, { name, stack })
}

function plainMembersOf(thrown: object | null): Record<string, unknown> {
  const members = Object.entries(thrown ?? {}).filter(([, value]) => isCloneable(value))
  return Object.fromEntries(members)
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
