import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kit/actor.ts'
import type { Call } from '#kit/call.ts'
import { type FieldErrors, Refused } from '#kit/refusal.ts'
import { bulkJsonLimits, parseLimitedJson } from '#kit/server/limited-json.ts'
import { JsonText } from '#kit/server/reply.ts'
import { notFound } from '#kit/server/serve.ts'
import { AnswerTooLong, readText } from '#outside/upstream/read-text.ts'
import { type Upstream, type UpstreamAnswer, UpstreamFailure } from '#outside/upstream/upstream.ts'
import { maskAccounts } from './mask-accounts.ts'

export type PassedOn = {
  call: Call
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  /** What is sent in the place of what came in. */
  body: unknown
  /** The other server's token of whoever asks; null for visitors. */
  token: string | null
}

/**
 * Passes a call on to the other server and answers what it answers: its JSON, a file as it comes, or its refusal. What the
 * visitor's browser says of itself stays here.
 * @throws Refused
 */
export async function passOn(upstream: Upstream, passed: PassedOn): Promise<JsonText | Readable | undefined> {
  const { call, request, reply } = passed
  const answer = await ask(upstream, passed)
  if (answer.status >= 200 && answer.status < 300) {
    if (call.reply === 'nothing' || answer.status === 204) {
      answer.body.resume()
      return undefined
    }
    if (call.reply === 'file') return takeFile(answer, reply)
    return new JsonText(await readReply(answer))
  }
  throw await refusalOf(answer, request)
}

async function ask(upstream: Upstream, { call, actor, request, body, token }: PassedOn): Promise<UpstreamAnswer> {
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
    return await upstream.ask({ method: call.method, path: pathOf(call, request), headers, body: sent })
  } catch (failure) {
    throw refusalOfFailure(failure)
  }
}

/** The address of a call there, written anew from what was read here, so that nothing else can be reached by it. */
export function pathOf(
  { path }: Pick<Call, 'path'>,
  request: Pick<FastifyRequest, 'params' | 'url' | 'routeOptions'>,
): string {
  const values = request.params as Record<string, string>
  // Dots alone would lead out of the path of the call.
  if (Object.values(values).some((value) => value === '.' || value === '..')) throw notFound()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const [, version] = /\/api\/v(\d+)\//.exec(request.routeOptions.url ?? '') ?? []
  const query = request.url.indexOf('?')
  return `/api/v${version}${filled}${query < 0 ? '' : `?${new URLSearchParams(request.url.slice(query + 1))}`}`
}

/** What keeps the other server from answering, as a refusal that says what to do. */
function refusalOfFailure(failure: unknown): unknown {
  if (!(failure instanceof UpstreamFailure)) return failure
  return failure.kind === 'unanswered' ? new Refused('upstream_late', 504) : new Refused('upstream_unreachable', 502)
}

// Of its headers only those that say what the file is.
const keptHeaders = ['content-type', 'content-length', 'content-disposition', 'etag', 'last-modified']

function takeFile({ headers, body }: UpstreamAnswer, reply: FastifyReply): Readable {
  for (const name of keptHeaders) {
    const value = headers[name]
    if (typeof value === 'string') reply.header(name, value)
  }
  reply.header('x-content-type-options', 'nosniff')
  return body
}

// Longer than any list that a page shows.
const longestReplyBytes = 20_000_000
// A sentence and the fields that it is about.
const longestRefusalBytes = 100_000

async function readReply({ body }: UpstreamAnswer): Promise<string> {
  const read = await readText(body, longestReplyBytes).catch((failure: unknown) => {
    if (failure instanceof AnswerTooLong) throw new Refused('upstream_failed', 502)
    throw new Refused('upstream_late', 504)
  })
  const reply = readJson(read)
  if (reply === undefined) throw new Refused('upstream_failed', 502)
  return read.includes('printable_iban') ? JSON.stringify(maskAccounts(reply)) : read
}

type Told = { error?: { code?: unknown } | null; message?: unknown; errors?: FieldErrors; request_id?: unknown }

/** What the other server refuses with, where it does so as the specification has it; anything else is a failure of it. */
async function refusalOf(answer: UpstreamAnswer, request: FastifyRequest): Promise<Refused> {
  const { status, headers } = answer
  const retryAfterSeconds = Number(headers['retry-after']) || undefined
  const content = await readText(answer.body, longestRefusalBytes).catch(() => '')
  if (status < 400 || status >= 500) {
    request.log.warn({ upstreamStatus: status }, 'the other server failed')
    return new Refused('upstream_failed', 502, { retryAfterSeconds })
  }
  // By the specification 419 is a token that has expired.
  if (status === 401 || status === 419) return new Refused('token_expired', 401)
  const told = readTold(content)
  if (!told) return new Refused('upstream_failed', 502)
  const { error, message, errors: fields, request_id: _, ...extra } = told
  const code = error?.code ?? message
  return new Refused(typeof code === 'string' ? code : 'invalid', status, {
    fields,
    extra: maskAccounts(extra) as typeof extra,
    retryAfterSeconds,
  })
}

function readTold(content: string): Told | null {
  const told = readJson(content)
  return typeof told === 'object' && told !== null ? told : null
}

/** What a text says as JSON; undefined when it is none, or deeper than any reply. */
function readJson(content: string): unknown {
  try {
    return parseLimitedJson(content, bulkJsonLimits)
  } catch {
    return undefined
  }
}
