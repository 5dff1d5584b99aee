import { eventChannel } from '#kit/server/event-channel.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

/** Why a call to a third-party system failed, as a code without personal data. */
export const failureKinds = ['unreachable', 'no_answer', 'access', 'certificate', 'other'] as const
export type FailureKind = (typeof failureKinds)[number]

/** Published when a third-party system has responded to a call or has failed to. */
export const outboundCallFinished = eventChannel<{ system: string; failure: FailureKind | null }>('outside')

type InstrumentOptions<Port> = {
  /** The methods that call the system; other members are unchanged. */
  methods: readonly (keyof Port)[]
  /** Checks whether an error is a response of the system, which merely refuses. */
  isAnswer?: (error: unknown) => boolean
  /**
   * Holds back calls while the system does not respond. `fallbacks` provides the result of a method then, given the
   * seconds to wait. With `throwsWhenOpen`, calls that are held back or not answered throw `OutsideUnavailableError`.
   */
  circuit?: {
    breaker: CircuitBreaker
    fallbacks?: { [Name in keyof Port]?: (secondsToWait: number) => AnswerOf<Port[Name]> }
    throwsWhenOpen?: boolean
  }
}

/** A third-party system does not respond, or is not called for a while because it did not. The caller may retry. */
export class OutsideUnavailableError extends Error {
  override name = 'OutsideUnavailableError'
  readonly retryAfterSeconds: number

  constructor(system: string, { reason, retryAfterSeconds, cause }: UnavailabilityDetails) {
    // Only the kind: a third party's message may contain personal data.
    super(`${system}: ${reason}`, { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
type UnavailabilityDetails = { reason: FailureKind | 'held_back'; retryAfterSeconds: number; cause?: unknown }

/** After how many seconds a call that has just failed is worth a retry. */
const defaultRetryAfterSeconds = 30

type AnswerOf<Method> = Method extends (...parameters: never[]) => Promise<infer Answer> ? Answer : never

/**
 * Wraps a port so that each call publishes whether it was answered. A result of kind `unknown` or `unavailable` counts
 * as not answered.
 */
export function instrument<Port extends object>(
  system: string,
  port: Port,
  { methods, isAnswer, circuit }: InstrumentOptions<Port>,
): Port {
  const instrumentedMethods = methods.flatMap((name) => {
    const method = port[name]
    return typeof method === 'function' ? [[name, wrapMethod(method as AsyncMethod, circuit?.fallbacks?.[name])]] : []
  })
  return { ...port, ...Object.fromEntries(instrumentedMethods) }

  function wrapMethod(
    method: AsyncMethod,
    fallback: ((retryAfterSeconds: number) => unknown) | undefined,
  ): AsyncMethod {
    return async (...parameters) => {
      const retryAfterSeconds = fallback || circuit?.throwsWhenOpen ? circuit!.breaker.retryAfterSeconds() : null
      if (retryAfterSeconds !== null) {
        if (fallback) return fallback(retryAfterSeconds)
        throw new OutsideUnavailableError(system, { reason: 'held_back', retryAfterSeconds })
      }
      try {
        const answer = await method(...parameters)
        recordOutcome(failureInAnswer(answer))
        return answer
      } catch (error) {
        const failure = isAnswer?.(error) ? null : failureKindOf(error)
        recordOutcome(failure)
        if (!circuit?.throwsWhenOpen || failure === null || failure === 'other') throw error
        throw new OutsideUnavailableError(system, {
          reason: failure,
          retryAfterSeconds: defaultRetryAfterSeconds,
          cause: error,
        })
      }
    }
  }

  function recordOutcome(failure: FailureKind | null) {
    outboundCallFinished.publish({ system, failure })
    // With any other failure the system has responded, and other calls may succeed.
    if (failure === null || failure === 'other') circuit?.breaker.recordSuccess()
    else circuit?.breaker.recordFailure()
  }
}

type AsyncMethod = (...parameters: unknown[]) => Promise<unknown>

function failureInAnswer(answer: unknown): FailureKind | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { kind, problem } = answer as { kind?: unknown; problem?: { failure: FailureKind } }
  return kind === 'unknown' || kind === 'unavailable' ? (problem?.failure ?? 'no_answer') : null
}

const unreachableCodes = [
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
const timeoutCodes = [
  'ETIMEDOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'TimeoutError',
  'AbortError',
  'unanswered',
]
const accessCodes = ['EAUTH', 'EACCES', 'EPERM', 'StripeAuthenticationError', 'StripePermissionError']

/** Returns the kind of a failure by its codes, never by its message, which may contain personal data. */
export function failureKindOf(error: unknown): FailureKind {
  const codes = errorCodesOf(error)
  if (codes.some((code) => /CERT|TLS|SSL/.test(code))) return 'certificate'
  if (codes.some((code) => accessCodes.includes(code))) return 'access'
  if (codes.some((code) => timeoutCodes.includes(code))) return 'no_answer'
  if (codes.some((code) => unreachableCodes.includes(code))) return 'unreachable'
  return 'other'
}

function errorCodesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 3) return []
  const { code, name, type, kind, cause } = error as Record<string, unknown>
  return [...[code, name, type, kind].filter((word) => typeof word === 'string'), ...errorCodesOf(cause, depth + 1)]
}
