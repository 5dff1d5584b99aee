import { happening } from '#kit/server/happening.ts'

/** Why a system of others gave us nothing, in a word that says nothing of anybody. */
export const failureKinds = ['unreachable', 'no_answer', 'access', 'certificate', 'other'] as const
export type FailureKind = (typeof failureKinds)[number]

/** A system of others has answered what we asked, or has not. */
export const outsideAsked = happening<{ system: string; failure: FailureKind | null }>('outside')

type Watching<Port> = {
  /** What asks the system; what is not named is left as it is. */
  asking: readonly (keyof Port)[]
  /** Whether an error is an answer of the system, which only says no. */
  isAnswer?: (error: unknown) => boolean
}

/** The same port, which tells of each question whether it was answered. Where it answers `unknown`, it was not. */
export function watched<Port extends object>(system: string, port: Port, { asking, isAnswer }: Watching<Port>): Port {
  const told = asking.flatMap((name) => {
    const ask = port[name]
    return typeof ask === 'function' ? [[name, tellingOf(ask as Ask)]] : []
  })
  return { ...port, ...Object.fromEntries(told) }

  function tellingOf(ask: Ask): Ask {
    return async (...asked) => {
      try {
        const answer = await ask(...asked)
        outsideAsked.tell({ system, failure: isUnknown(answer) ? 'no_answer' : null })
        return answer
      } catch (error) {
        outsideAsked.tell({ system, failure: isAnswer?.(error) ? null : failureOf(error) })
        throw error
      }
    }
  }
}

type Ask = (...asked: unknown[]) => Promise<unknown>

function isUnknown(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && (answer as { kind?: unknown }).kind === 'unknown'
}

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNECTION',
  'ESOCKET',
  'EDNS',
  'ENOENT',
  'unreachable',
]
const silent = [
  'ETIMEDOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'TimeoutError',
  'AbortError',
  'unanswered',
]
const denied = ['EAUTH', 'EACCES', 'EPERM', 'StripeAuthenticationError', 'StripePermissionError']

/** Of which kind a failure is, by its codes and never by its words, which may name somebody. */
export function failureOf(error: unknown): FailureKind {
  const words = wordsOf(error)
  if (words.some((word) => /CERT|TLS|SSL/.test(word))) return 'certificate'
  if (words.some((word) => denied.includes(word))) return 'access'
  if (words.some((word) => silent.includes(word))) return 'no_answer'
  if (words.some((word) => unreachable.includes(word))) return 'unreachable'
  return 'other'
}

function wordsOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 3) return []
  const { code, name, type, kind, cause } = error as Record<string, unknown>
  return [...[code, name, type, kind].filter((word) => typeof word === 'string'), ...wordsOf(cause, depth + 1)]
}
