import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kit/actor.ts'
import type { Call } from '#kit/call.ts'
import { type FieldErrors, Refused } from '#kit/refusal.ts'
import { bulkJsonLimits, parseLimitedJson } from '#kit/server/limited-json.ts'
import { JsonText } from '#kit/server/reply.ts'
import { notFound } from '#kit/server/serve.ts'
import { AnswerTooLongError, readLimitedText } from '#outside/upstream/read-limited-text.ts'
import { type UpstreamAnswer, type UpstreamClient, UpstreamError } from '#outside/upstream/upstream-client.ts'
import { maskAccounts } from './mask-accounts.ts'

export type ForwardedCall = {
  call: Call
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  /** Replaces the received body. */
  body: unknown
  /** The user's token at the upstream server; null for visitors. */
  token: string | null
}

/**
 * Forwards a call to the upstream server and returns its answer: its JSON, a file as a stream, or its refusal. Headers
 * of the visitor's browser are not forwarded.
 * @throws Refused
 */
export async function forwardToUpstream(
  upstream: UpstreamClient,
  forwardedCall: ForwardedCall,
): Promise<JsonText | Readable | undefined> {
  const { call, request, reply } = forwardedCall
  const answer = await sendUpstreamRequest(upstream, forwardedCall)
  if (answer.status >= 200 && answer.status < 300) {
    if (call.reply === 'nothing' || answer.status === 204) {
      answer.body.resume()
      return undefined
    }
    if (call.reply === 'file') return forwardFile(answer, reply)
    return new JsonText(await readReply(answer))
  }
  throw await refusalOf(answer, request)
}

async function sendUpstreamRequest(
  upstream: UpstreamClient,
  { call, actor, request, body, token }: ForwardedCall,
): Promise<UpstreamAnswer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string> = {
    accept: call.reply === 'file' ? '*/*' : 'application/json',
    'accept-language': actor.locale,
    'x-request-id': request.id,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  const key = request.headers['idempotency-key']
  if (typeof key === 'string') headers['idempotency-key'] = key
  if (sent !== undefined) {
    headers['content-type'] = 'application/json'
    headers['content-length'] = String(Buffer.byteLength(sent))
  }
  try {
    return await upstream.send({ method: call.method, path: upstreamPathOf(call, request), headers, body: sent })
  } catch (failure) {
    throw refusalOfFailure(failure)
  }
}

/** Returns the upstream path of a call, rebuilt from the parsed parameters, so that no other path can be reached. */
export function upstreamPathOf(
  { path }: Pick<Call, 'path'>,
  request: Pick<FastifyRequest, 'params' | 'url' | 'routeOptions'>,
): string {
  const values = request.params as Record<string, string>
  // Dots alone would leave the path of the call.
  if (Object.values(values).some((value) => value === '.' || value === '..')) throw notFound()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const [, version] = /\/api\/v(\d+)\//.exec(request.routeOptions.url ?? '') ?? []
  const query = request.url.indexOf('?')
  return `/api/v${version}${filled}${query < 0 ? '' : `?${new URLSearchParams(request.url.slice(query + 1))}`}`
}

/** Converts a failure to reach the upstream server to a refusal that states what to do. */
function refusalOfFailure(failure: unknown): unknown {
  if (!(failure instanceof UpstreamError)) return failure
  return failure.kind === 'unanswered' ? new Refused('upstream_late', 504) : new Refused('upstream_unreachable', 502)
}

// Only the headers that describe the file.
const forwardedFileHeaders = ['content-type', 'content-length', 'content-disposition', 'etag', 'last-modified']

function forwardFile({ headers, body }: UpstreamAnswer, reply: FastifyReply): Readable {
  for (const name of forwardedFileHeaders) {
    const value = headers[name]
    if (typeof value === 'string') reply.header(name, value)
  }
  reply.header('x-content-type-options', 'nosniff')
  return body
}

// More than any list that a page shows.
const maxReplyBytes = 20_000_000
// A sentence and the fields that it is about.
const maxRefusalBytes = 100_000

async function readReply({ body }: UpstreamAnswer): Promise<string> {
  const read = await readLimitedText(body, maxReplyBytes).catch((failure: unknown) => {
    if (failure instanceof AnswerTooLongError) throw new Refused('upstream_failed', 502)
    throw new Refused('upstream_late', 504)
  })
  const reply = parseJson(read)
  if (reply === undefined) throw new Refused('upstream_failed', 502)
  return read.includes('printable_iban') ? JSON.stringify(maskAccounts(reply)) : read
}

type UpstreamErrorReply = {
  error?: { code?: unknown } | null
  message?: unknown
  errors?: FieldErrors
  request_id?: unknown
}

/**
 * Converts the upstream server's answer to a refusal if it has the specified format; anything else is a failure of the
 * server.
 */
async function refusalOf(answer: UpstreamAnswer, request: FastifyRequest): Promise<Refused> {
  const { status, headers } = answer
  const retryAfterSeconds = Number(headers['retry-after']) || undefined
  const content = await readLimitedText(answer.body, maxRefusalBytes).catch(() => '')
  if (status < 400 || status >= 500) {
    request.log.warn({ upstreamStatus: status }, 'upstream server failed')
    return new Refused('upstream_failed', 502, { retryAfterSeconds })
  }
  // In the specification 419 is an expired token.
  if (status === 401 || status === 419) return new Refused('token_expired', 401)
  const upstreamError = readUpstreamError(content)
  if (!upstreamError) return new Refused('upstream_failed', 502)
  const { error, message, errors: fields, request_id: _, ...extra } = upstreamError
  const code = error?.code ?? message
  return new Refused(typeof code === 'string' ? code : 'invalid', status, {
    fields,
    extra: maskAccounts(extra) as typeof extra,
    retryAfterSeconds,
  })
}

function readUpstreamError(content: string): UpstreamErrorReply | null {
  const json = parseJson(content)
  return typeof json === 'object' && json !== null ? json : null
}

/** Parses JSON. Returns undefined if it is invalid, or nested deeper than any reply. */
function parseJson(content: string): unknown {
  try {
    return parseLimitedJson(content, bulkJsonLimits)
  } catch {
    return undefined
  }
}
