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
import { codeOfStatus } from '../outage.ts'
import { type FieldErrors, freshAuthenticationRequired, isRefused, Refused, versionUnknown } from '../refusal.ts'

type Part<Name extends string, Value> = undefined extends Value
  ? { [key in Name]?: Value }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }
type WithParameters<C extends Call> = keyof PathParameters<C> extends never
  ? { params?: undefined }
  : { params: PathParameters<C> }

/** What a call is sent with: path parameters, query and body as the call declares them. */
export type Sent<C extends Call> = WithParameters<C> &
  Part<'query', QueryIn<C>> &
  Part<'body', BodyIn<C>> & { signal?: AbortSignal }

/** Makes a call and answers its parsed reply. @throws Refused for every expected "no". */
export type Send = <C extends Call>(definition: C, sent: Sent<C>) => Promise<Reply<C>>

export type SentRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export type Answered = { status: number; text: string; retryAfterSeconds?: number }

/**
 * A `send` over a transport: the browser's fetch, or the server itself while it renders. The highest of the `versions` that
 * are allowed goes first; a lower one is tried only when the server says that it does not know the version, so no write
 * arrives twice. `onRefused` hears of every "no" before whoever asked; `prove` asks whoever sits there for a new proof of who they are, after which a
 * call that wanted one is made once more.
 */
export function makeSend(
  transport: (request: SentRequest) => Promise<Answered>,
  {
    versions,
    onRefused,
    prove,
  }: {
    versions?: () => readonly number[] | undefined
    onRefused?: (refused: Refused) => void
    prove?: () => Promise<boolean>
  } = {},
): Send {
  return async (definition, sent) => {
    try {
      return await sendOnce(definition, sent)
    } catch (failure) {
      if (!isRefused(failure) || failure.code !== freshAuthenticationRequired || !(await prove?.())) throw failure
      return sendOnce(definition, sent)
    }
  }

  async function sendOnce<C extends Call>(definition: C, sent: Sent<C>): Promise<Reply<C>> {
    const { params, query, body, signal } = sent as {
      params?: Record<string, string>
      query?: object
      body?: object
      signal?: AbortSignal
    }
    const headers: Record<string, string> = { accept: 'application/json' }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (!isSafeRead(definition)) headers['idempotency-key'] = crypto.randomUUID()

    const tried = versionsOf(definition, versions?.())
    for (const [place, version] of tried.entries()) {
      const path = pathOf(definition, version, params ?? {}) + searchOf(query)
      const answer = await transport({
        method: definition.method,
        path,
        headers,
        body: body && JSON.stringify(body),
        signal,
      })
      const isLast = place === tried.length - 1
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

/** The query part of an address; what is undefined is left out. */
export function searchOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size ? `?${search}` : ''
}

function readJson({ text }: Answered): unknown {
  return text ? JSON.parse(text) : undefined
}

type ErrorBody = {
  error?: { code?: string }
  message?: string
  errors?: FieldErrors
  request_id?: string
  /** What stands in the place of what was seen by whoever edits it. */
  current?: object
  /** The roles of operators that would do. */
  roles?: string[]
}

function refusalIn(answer: Answered): Refused {
  const body = readError(answer)
  return new Refused(body.error?.code ?? body.message ?? codeOfStatus(answer.status) ?? 'unexpected', answer.status, {
    fields: body.errors,
    extra: body,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: body.request_id,
  })
}

// Whatever stands between browser and server may answer with a page of its own.
function readError(answer: Answered): ErrorBody {
  try {
    return readJson(answer) as ErrorBody
  } catch {
    return {}
  }
}
