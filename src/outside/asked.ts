import { happening } from '#kit/server/happening.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

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
  /**
   * Holds questions back while the system does not answer; `held` says what is answered then, with the seconds to wait. With
   * `throws`, what is held back, and what was not answered, is an `OutsideUnavailable`.
   */
  circuit?: {
    breaker: CircuitBreaker
    held?: { [Name in keyof Port]?: (secondsToWait: number) => AnswerOf<Port[Name]> }
    throws?: boolean
  }
}

/** A system of others does not answer, or is not asked for a while because it did not. Whoever waits may try again. */
export class OutsideUnavailable extends Error {
  override name = 'OutsideUnavailable'
  readonly retryAfterSeconds: number

  constructor(system: string, { why, retryAfterSeconds, cause }: Unavailability) {
    // Only the kind: what others answer may name somebody.
    super(`${system}: ${why}`, { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
type Unavailability = { why: FailureKind | 'held_back'; retryAfterSeconds: number; cause?: unknown }

/** After how long a system is worth another try that has just failed. */
const retryAfterFailureSeconds = 30

type AnswerOf<Method> = Method extends (...asked: never[]) => Promise<infer Answer> ? Answer : never

/** The same port, which tells of each question whether it was answered. Where it answers `unknown` or `unavailable`, it was not. */
export function watched<Port extends object>(
  system: string,
  port: Port,
  { asking, isAnswer, circuit }: Watching<Port>,
): Port {
  const told = asking.flatMap((name) => {
    const ask = port[name]
    return typeof ask === 'function' ? [[name, tellingOf(ask as Ask, circuit?.held?.[name])]] : []
  })
  return { ...port, ...Object.fromEntries(told) }

  function tellingOf(ask: Ask, held: ((secondsToWait: number) => unknown) | undefined): Ask {
    return async (...asked) => {
      const secondsToWait = held || circuit?.throws ? circuit!.breaker.secondsToWait() : null
      if (secondsToWait !== null) {
        if (held) return held(secondsToWait)
        throw new OutsideUnavailable(system, { why: 'held_back', retryAfterSeconds: secondsToWait })
      }
      try {
        const answer = await ask(...asked)
        tell(failureInAnswer(answer))
        return answer
      } catch (error) {
        const failure = isAnswer?.(error) ? null : failureOf(error)
        tell(failure)
        if (!circuit?.throws || failure === null || failure === 'other') throw error
        throw new OutsideUnavailable(system, {
          why: failure,
          retryAfterSeconds: retryAfterFailureSeconds,
          cause: error,
        })
      }
    }
  }

  function tell(failure: FailureKind | null) {
    outsideAsked.tell({ system, failure })
    // Whatever else went wrong, it has answered, and others may be answered better.
    if (failure === null || failure === 'other') circuit?.breaker.succeed()
    else circuit?.breaker.fail()
  }
}

type Ask = (...asked: unknown[]) => Promise<unknown>

function failureInAnswer(answer: unknown): FailureKind | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { kind, problem } = answer as { kind?: unknown; problem?: { failure: FailureKind } }
  return kind === 'unknown' || kind === 'unavailable' ? (problem?.failure ?? 'no_answer') : null
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
