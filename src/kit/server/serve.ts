import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, ActorFor, AnonymousActor, AnyActor, OperatorActor } from '../actor.ts'
import {
  type BodyOut,
  type Call,
  isSafeRead,
  type PathParameters,
  type QueryOut,
  type RefusalCode,
  type ReplyIn,
} from '../call.ts'
import { isRefused, type RefusalDetails, Refused } from '../refusal.ts'
import { fieldErrorsOf } from './field-errors.ts'
import type { IdempotentReplies } from './idempotent-replies.ts'
import { inlineFileRouteOptions } from './inline-file-route.ts'
import { findInvalidDbText } from './invalid-db-text.ts'
import type { OperatorLog } from './operator-log.ts'
import { largePrintScale, withTextScale } from './pdf/text-scale.ts'
import { type FileReply, JsonText, sendFile } from './reply.ts'
import { requireCaller, requireWritePermission, type SignedInActor } from './require-permission.ts'

export type HandlerInput<C extends Call> = {
  actor: ActorFor<C['access']>
  params: PathParameters<C>
  query: QueryOut<C>
  body: BodyOut<C>
  request: FastifyRequest
  reply: FastifyReply
}

type InputBeforeBody<C extends Call> = Omit<HandlerInput<C>, 'body'>

/**
 * The return value of a handler: the shape of the reply, its JSON as text, or a file, which may be a stream whose
 * headers are already set.
 */
export type HandlerAnswer<C extends Call> = C['reply'] extends 'file'
  ? FileReply | Readable
  : C['reply'] extends 'nothing'
    ? undefined
    : ReplyIn<C> | JsonText

/** Creates a refusal that the call declares. */
export type Refuse<C extends Call> = (code: RefusalCode<C>, more?: RefusalDetails) => Refused

export type Handler<C extends Call> = (input: HandlerInput<C>, refuse: Refuse<C>) => Promise<HandlerAnswer<C>>

/**
 * A handler for a call on something that belongs to an actor. The order of refusals is fixed: anything that is not the
 * actor's own is reported as not found (`find` returns undefined), a read-only actor is refused, `permit` may refuse by
 * state, the body is validated, and `act` performs the call.
 */
export type OwnedHandler<C extends Call, Subject> = {
  find: (input: InputBeforeBody<C>) => Promise<Subject | undefined>
  permit?: (subject: Subject, refuse: Refuse<C>) => void
  act: (input: HandlerInput<C> & { subject: Subject }, refuse: Refuse<C>) => Promise<HandlerAnswer<C>>
}

export type Serve = <C extends Call, Subject = never>(
  definition: C,
  handler: Handler<C> | OwnedHandler<C, Subject>,
) => void

export const notFound = () => new Refused('not_found', 404)

/** Identifies the actor of a request, by the area of its call. A session of one area is anonymous in the other. */
export type Authenticators = {
  portal: (request: FastifyRequest) => Promise<Actor>
  operator: (request: FastifyRequest) => Promise<OperatorActor | AnonymousActor>
}

type ServeDeps = {
  app: FastifyInstance
  authenticators: Authenticators
  /** Whether the actor has authenticated recently. */
  isRecentlyAuthenticated: (actor: SignedInActor, definition: Call) => boolean
  idempotentReplies: IdempotentReplies
  operatorLog: OperatorLog
  /** Whether replies are validated against their schema before they are sent, as in tests. */
  checkReplies: boolean
  /** The maximum size of a file, including files within the JSON. */
  fileLimitBytes: () => number
  /** All registered calls, for the documentation and to distinguish an unknown version from an unknown path. */
  registeredCalls: Call[]
}

/** Creates the gate of all calls: registers a call at each of its versions and admits only actors that may make it. */
export function makeServe(deps: ServeDeps): Serve {
  const { app, authenticators, operatorLog, checkReplies, fileLimitBytes, registeredCalls } = deps
  return (definition, handler) => {
    registeredCalls.push(definition)

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const actor = await authenticators[authenticatorNameOf(definition)](request)
      const answer = () => drawnFor(actor, () => answerCall(deps, { definition, handler }, { actor, request, reply }))
      const answered =
        actor.kind === 'operator'
          ? await logForOperator(operatorLog, { actor, definition, request }, answer)
          : await answer()
      return send(reply, definition, answered, checkReplies)
    }

    for (const version of definition.versions)
      app.route({
        method: definition.method,
        url: `/api/v${version}${definition.path}`,
        handler: handle,
        ...(definition.acceptsInlineFiles && inlineFileRouteOptions(fileLimitBytes)),
        config: { call: definition },
      })
  }
}

/** Answers a call so that every document in its reply is drawn as its reader needs it. */
function drawnFor<Answer>(actor: AnyActor, answer: () => Promise<Answer>): Promise<Answer> {
  return actor.kind === 'customer' && actor.hasLargePrint ? withTextScale(largePrintScale, answer) : answer()
}

type ServedCall<C extends Call, Subject> = { definition: C; handler: Handler<C> | OwnedHandler<C, Subject> }

async function answerCall<C extends Call, Subject>(
  { isRecentlyAuthenticated, idempotentReplies }: ServeDeps,
  { definition, handler }: ServedCall<C, Subject>,
  { actor, request, reply }: { actor: AnyActor; request: FastifyRequest; reply: FastifyReply },
) {
  requireCaller(actor, definition)
  // No stored name can contain such text, so no lookup is needed.
  if (findInvalidDbText(request.params)) throw notFound()
  const inputBeforeBody = {
    actor: actor as never,
    params: request.params as never,
    query: parsePart(definition.query, withoutLanguage(request.query)) as never,
    request,
    reply,
  }
  const ownedHandler = typeof handler === 'function' ? undefined : handler
  const subject = await ownedHandler?.find(inputBeforeBody)
  if (ownedHandler && subject === undefined) throw notFound()
  requireWritePermission(actor, definition, isRecentlyAuthenticated)
  const refuse = refuseFor(definition) as Refuse<C>
  if (subject !== undefined) ownedHandler?.permit?.(subject, refuse)
  const requestBody = request.body === undefined ? {} : request.body
  const input = { ...inputBeforeBody, body: parsePart(definition.body, requestBody) as never }
  return answerOnce(idempotentReplies, { actor, definition, request }, () =>
    typeof handler === 'function' ? handler(input, refuse) : handler.act({ ...input, subject: subject! }, refuse),
  )
}

/** Records what an operator read or was refused. */
async function logForOperator<Answer>(
  operatorLog: OperatorLog,
  { actor, definition, request }: { actor: OperatorActor; definition: Call; request: FastifyRequest },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const call = { actor, definition, params: request.params as Record<string, string>, requestId: request.id }
  try {
    const answered = await answer()
    await operatorLog.recordRead(call)
    return answered
  } catch (error) {
    if (isRefused(error)) await operatorLog.recordRefusal(call, error)
    throw error
  }
}

/** Answers a write that is sent again with its key with its stored reply. */
async function answerOnce<Answer>(
  idempotentReplies: IdempotentReplies,
  { actor, definition, request }: { actor: AnyActor; definition: Call; request: FastifyRequest },
  answer: () => Promise<Answer>,
): Promise<unknown> {
  const isReplyStored = !isSafeRead(definition) && !definition.hasSecrets
  const key = isReplyStored ? request.headers['idempotency-key'] : undefined
  if (typeof key !== 'string' || actor.kind === 'anonymous') return answer()
  return idempotentReplies.once(
    {
      userId: actor.userId,
      key,
      call: `${definition.method} ${request.url}`,
      body: request.body,
      isNonTransactional: definition.isNonTransactional ?? false,
    },
    answer,
  )
}

/** Returns the HTTP methods of the calls with this path, whatever version it names; none where no call has it. */
export function methodsOfCall(registeredCalls: readonly Call[], path: string): string[] {
  const unversioned = /^\/api\/v\d+(\/.*?)\/?$/.exec(path)?.[1]
  const matchingCalls = registeredCalls.filter((call) => unversioned !== undefined && patternOf(call).test(unversioned))
  return [...new Set(matchingCalls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

function patternOf({ path }: Call): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}$`)
}

function refuseFor(definition: Call): Refuse<never> {
  return (code: string, more) => new Refused(code, definition.refusals![code]!, more)
}

function authenticatorNameOf({ access }: Call): keyof Authenticators {
  return access === 'operator' ? 'operator' : 'portal'
}

// Every call accepts the language of its reply; the actor carries it.
function withoutLanguage(query: unknown): unknown {
  const { lang: _, ...rest } = query as Record<string, unknown>
  return rest
}

// Undeclared members are rejected by the schemas themselves (z.strictObject).
function parsePart(schema: Call['body'], input: unknown) {
  if (!schema) return undefined
  const invalidText = findInvalidDbText(input)
  if (invalidText)
    throw new Refused('invalid', 400, { fields: { [invalidText.join('.') || 'body']: ['invalid_value'] } })
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new Refused('invalid', 400, { fields: fieldErrorsOf(parsed.error.issues) })
  return parsed.data
}

function send(reply: FastifyReply, definition: Call, answer: unknown, checkReplies: boolean) {
  // The deadline has passed, and the request has already been refused.
  if (reply.sent) return reply
  reply.header(
    'cache-control',
    definition.cacheMinutes ? `private, max-age=${definition.cacheMinutes * 60}` : 'no-store',
  )
  if (definition.reply === 'nothing') return reply.code(204).send()
  if (definition.reply === 'file')
    return answer instanceof Readable ? reply.send(answer) : sendFile(reply, answer as FileReply)
  const json = answer instanceof JsonText ? answer : new JsonText(JSON.stringify(answer))
  if (checkReplies) definition.reply.parse(JSON.parse(json.text))
  return reply.type('application/json; charset=utf-8').send(json.bytes)
}
