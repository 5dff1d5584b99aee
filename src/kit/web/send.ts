import type * as z from 'zod/mini'
import {
  type BodyIn,
  type Call,
  isSafeRead,
  type PathParameters,
  pathOf,
  type QueryIn,
  type Reply,
  type Schema,
  versionsOf,
} from '../call.ts'
import { outageCodeOfStatus } from '../outage.ts'
import { type FieldErrors, freshAuthenticationRequired, isRefused, Refused, versionUnknown } from '../refusal.ts'

/** The header of a call that is made in case its reply is wanted; the first calls that a busy server turns away. */
export const preloadHeader = { purpose: 'prefetch' } as const

type InputPart<Name extends string, Value> = undefined extends Value
  ? { [key in Name]?: Value }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }
type WithParameters<C extends Call> = keyof PathParameters<C> extends never
  ? { params?: undefined }
  : { params: PathParameters<C> }

/** The input of a call: path parameters, query and body as the call declares them. */
export type CallInput<C extends Call> = WithParameters<C> &
  InputPart<'query', QueryIn<C>> &
  InputPart<'body', BodyIn<C>> & {
    signal?: AbortSignal
    /** Nobody waits for the reply: the call is made in case it is wanted. */
    isPreload?: boolean
  }

/** Makes a call and returns its parsed reply. @throws Refused for every expected refusal. */
export type Send = <C extends Call>(definition: C, input: CallInput<C>) => Promise<Reply<C>>

export type TransportRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export type TransportResponse = { status: number; text: string; retryAfterSeconds?: number }

/**
 * Creates a `send` over a transport: the browser's fetch, or the server itself during rendering. The highest allowed
 * version goes first; a lower one is tried only when the server reports that it does not know the version, so that no
 * write arrives twice. `onRefused` receives every refusal before the caller; `reauthenticate` asks the user to
 * re-authenticate, after which a call that requires it is made once more.
 */
export function makeSend(
  transport: (request: TransportRequest) => Promise<TransportResponse>,
  {
    versions,
    onRefused,
    reauthenticate,
  }: {
    versions?: () => readonly number[] | undefined
    onRefused?: (refused: Refused) => void
    reauthenticate?: () => Promise<boolean>
  } = {},
): Send {
  return async (definition, input) => {
    try {
      return await sendOnce(definition, input)
    } catch (failure) {
      if (!isRefused(failure) || failure.code !== freshAuthenticationRequired || !(await reauthenticate?.()))
        throw failure
      return sendOnce(definition, input)
    }
  }

  async function sendOnce<C extends Call>(definition: C, input: CallInput<C>): Promise<Reply<C>> {
    const { params, query, body, signal, isPreload } = input as {
      params?: Record<string, string>
      query?: object
      body?: object
      signal?: AbortSignal
      isPreload?: boolean
    }
    const headers: Record<string, string> = { accept: 'application/json' }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (!isSafeRead(definition)) headers['idempotency-key'] = crypto.randomUUID()
    if (isPreload) Object.assign(headers, preloadHeader)

    const versionsToTry = versionsOf(definition, versions?.())
    for (const [index, version] of versionsToTry.entries()) {
      const path = pathOf(definition, version, params ?? {}) + queryStringOf(query)
      const answer = await transport({
        method: definition.method,
        path,
        headers,
        body: body && JSON.stringify(body),
        signal,
      })
      const isLast = index === versionsToTry.length - 1
      if (answer.status === 204) return undefined as never
      if (answer.status < 300) return (definition.reply as Schema).parse(readJson(answer)) as z.output<never>
      const refused = refusalIn(answer)
      if (isLast || refused.code !== versionUnknown) {
        onRefused?.(refused)
        throw refused
      }
    }
    throw new Error(`The call ${definition.path} has no version.`)
  }
}

/** Returns the query string of an address; undefined values are omitted. */
export function queryStringOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size ? `?${search}` : ''
}

function readJson({ text }: TransportResponse): unknown {
  return text ? JSON.parse(text) : undefined
}

type ErrorBody = {
  error?: { code?: string }
  message?: string
  errors?: FieldErrors
  request_id?: string
  /** The current values, where they differ from those that the user edited. */
  current?: object
  /** The operator roles that are each sufficient. */
  roles?: string[]
}

function refusalIn(answer: TransportResponse): Refused {
  const body = readError(answer)
  return new Refused(
    body.error?.code ?? body.message ?? outageCodeOfStatus(answer.status) ?? 'unexpected',
    answer.status,
    {
      fields: body.errors,
      extra: body,
      retryAfterSeconds: answer.retryAfterSeconds,
      requestId: body.request_id,
    },
  )
}

// A proxy between browser and server may answer with a page of its own.
function readError(answer: TransportResponse): ErrorBody {
  try {
    return readJson(answer) as ErrorBody
  } catch {
    return {}
  }
}
