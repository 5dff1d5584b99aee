import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, ActorFor, AnonymousActor, AnyActor, CustomerActor, OperatorActor } from '../actor.ts'
import {
  type BodyOut,
  type Call,
  isSafeRead,
  type PathParameters,
  type QueryOut,
  type RefusalCode,
  type ReplyIn,
} from '../call.ts'
import { requireRole } from '../operator-role.ts'
import { freshAuthenticationRequired, isRefused, type RefusalDetails, Refused } from '../refusal.ts'
import { fieldErrorsOf } from './field-errors.ts'
import type { IdempotentReplies } from './idempotent-replies.ts'
import { inlineFileRoute } from './inline-file-route.ts'
import type { OperatorLog } from './operator-log.ts'
import { type FileReply, JsonText, sendFile } from './reply.ts'
import { unstorableIn } from './unstorable.ts'

export type Input<C extends Call> = {
  actor: ActorFor<C['access']>
  params: PathParameters<C>
  query: QueryOut<C>
  body: BodyOut<C>
  request: FastifyRequest
  reply: FastifyReply
}

type BeforeBody<C extends Call> = Omit<Input<C>, 'body'>

/** What a handler answers: the reply's shape, its JSON as text, or a file, which may come as bytes whose headers are set. */
export type Answer<C extends Call> = C['reply'] extends 'file'
  ? FileReply | Readable
  : C['reply'] extends 'nothing'
    ? undefined
    : ReplyIn<C> | JsonText

/** Makes a refusal that the call declares. */
export type Refuse<C extends Call> = (code: RefusalCode<C>, more?: RefusalDetails) => Refused

export type Handler<C extends Call> = (input: Input<C>, refuse: Refuse<C>) => Promise<Answer<C>>

/**
 * A handler for a call on something that belongs to somebody, in the order in which refusals come: what is not the
 * actor's own is not found (`find` answers undefined), a read-only actor is refused, `permit` may refuse by state, the
 * body is read, and `act` does it.
 */
export type OwnedHandler<C extends Call, Subject> = {
  find: (input: BeforeBody<C>) => Promise<Subject | undefined>
  permit?: (subject: Subject, refuse: Refuse<C>) => void
  act: (input: Input<C> & { subject: Subject }, refuse: Refuse<C>) => Promise<Answer<C>>
}

export type Serve = <C extends Call, Subject = never>(
  definition: C,
  handler: Handler<C> | OwnedHandler<C, Subject>,
) => void

export const notFound = () => new Refused('not_found', 404)

/** Who is asking, by the door that a call is made at. Whoever may be let in at one of them is nobody at another. */
export type Doors = {
  portal: (request: FastifyRequest) => Promise<Actor>
  operator: (request: FastifyRequest) => Promise<OperatorActor | AnonymousActor>
}

/** Somebody signed in, at whichever door. */
type SignedInActor = CustomerActor | OperatorActor

type Needs = {
  app: FastifyInstance
  doors: Doors
  /** Whether somebody has proved lately who they are. */
  isFresh: (actor: SignedInActor, definition: Call) => boolean
  idempotentReplies: IdempotentReplies
  operatorLog: OperatorLog
  /** Whether replies are compared with their schema before they leave, as tests want it. */
  checkReplies: boolean
  /** What a file may weigh, also one that comes in the JSON. */
  fileLimitBytes: () => number
  /** Every call that is mounted, for the documentation and for telling an unknown version from an unknown path. */
  served: Call[]
}

/** The one gate of all calls: mounts a call at each of its versions and lets through who may make it. */
export function makeServe(needs: Needs): Serve {
  const { app, doors, isFresh, idempotentReplies, operatorLog, checkReplies, fileLimitBytes, served } = needs
  return (definition, handler) => {
    served.push(definition)
    const refuse = refuseFor(definition)
    const steps = typeof handler === 'function' ? undefined : handler
    const act = typeof handler === 'function' ? handler : undefined

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const actor = await doors[doorOf(definition)](request)
      const answered =
        actor.kind === 'operator' ? await answerOperator(actor, request, reply) : await answerAs(actor, request, reply)
      return send(reply, definition, answered, checkReplies)
    }

    async function answerOperator(actor: OperatorActor, request: FastifyRequest, reply: FastifyReply) {
      const call = { actor, definition, params: request.params as Record<string, string>, requestId: request.id }
      try {
        const answered = await answerAs(actor, request, reply)
        await operatorLog.recordRead(call)
        return answered
      } catch (error) {
        if (isRefused(error)) await operatorLog.recordRefusal(call, error)
        throw error
      }
    }

    async function answerAs(actor: AnyActor, request: FastifyRequest, reply: FastifyReply) {
      if (definition.access !== 'anyone') requireSession(actor, definition)
      if (actor.kind === 'customer') requireScope(actor, definition)
      // A call that names no roles is an administrator's alone.
      if (actor.kind === 'operator') requireRole(actor, definition.roles ?? [])
      // Nothing has such a name, so that nothing is looked for.
      if (unstorableIn(request.params)) throw notFound()
      const early = {
        actor: actor as never,
        params: request.params as never,
        query: parsePart(definition.query, withoutLanguage(request.query)) as never,
        request,
        reply,
      }
      const subject = await steps?.find(early)
      if (steps && subject === undefined) throw notFound()
      if (actor.readonly && !isSafeRead(definition)) throw new Refused('token_readonly', 403)
      if (actor.kind !== 'anonymous' && wantsProof(definition, actor) && !isFresh(actor, definition))
        throw new Refused(freshAuthenticationRequired, 403)
      if (subject !== undefined) steps?.permit?.(subject, refuse)
      const received = request.body === undefined ? {} : request.body
      const input = { ...early, body: parsePart(definition.body, received) as never }

      const answer = () => (act ? act(input, refuse) : steps!.act({ ...input, subject: subject! }, refuse))
      const isKept = !isSafeRead(definition) && !definition.carriesSecrets
      const key = isKept ? request.headers['idempotency-key'] : undefined
      if (typeof key !== 'string' || actor.kind === 'anonymous') return answer()
      return idempotentReplies.once(
        {
          userId: actor.userId,
          key,
          call: `${definition.method} ${request.url}`,
          body: request.body,
          inSteps: definition.inSteps ?? false,
        },
        answer,
      )
    }

    for (const version of definition.versions)
      app.route({
        method: definition.method,
        url: `/api/v${version}${definition.path}`,
        handler: handle,
        ...(definition.takesInlineFiles && inlineFileRoute(fileLimitBytes)),
        config: { call: definition },
      })
  }
}

/** The methods of the calls that have this path, whatever version the path names; none where no call has it. */
export function methodsOfCall(served: readonly Call[], path: string): string[] {
  const unversioned = /^\/api\/v\d+(\/.*?)\/?$/.exec(path)?.[1]
  const known = served.filter((call) => unversioned !== undefined && patternOf(call).test(unversioned))
  return [...new Set(known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

function patternOf({ path }: Call): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}$`)
}

function refuseFor(definition: Call): Refuse<never> {
  return (code: string, more) => new Refused(code, definition.refusals![code]!, more)
}

/** Whether a call is made by somebody only after they have proved lately who they are. */
export function wantsProof(
  { freshAuthentication }: Call,
  { hasSecondFactor }: Pick<SignedInActor, 'hasSecondFactor'>,
): boolean {
  return freshAuthentication === 'withSecondFactor' ? hasSecondFactor : freshAuthentication === true
}

// What leads out of having to change the password: the change, and the proof that it may ask for.
const beforePasswordChange = ['/user/password', '/user/confirm']

function doorOf({ access }: Call): keyof Doors {
  return access === 'operator' ? 'operator' : 'portal'
}

function requireSession(actor: AnyActor, definition: Call) {
  if (actor.kind === 'anonymous') throw new Refused(actor.sessionEnded ? 'token_expired' : 'unauthenticated', 401)
  if (actor.kind === 'operator') return
  if (actor.mustChangePassword && !beforePasswordChange.includes(definition.path) && !isSafeRead(definition))
    throw new Refused('password_change_required', 403)
}

// A program may read what it was allowed to, and of what everybody may ask only that: it is nobody who sits at a screen.
function requireScope({ scopes }: CustomerActor, { scope }: Call) {
  if (scopes && !(scope && scopes.includes(scope)))
    throw new Refused('scope_missing', 403, { extra: { scope: scope ?? null } })
}

// Any call may name the language of its answer; the actor carries it.
function withoutLanguage(query: unknown): unknown {
  const { lang: _, ...rest } = query as Record<string, unknown>
  return rest
}

// Members that nobody declared are refused by the schemas themselves (z.strictObject).
function parsePart(schema: Call['body'], received: unknown) {
  if (!schema) return undefined
  const unstorable = unstorableIn(received)
  if (unstorable) throw new Refused('invalid', 400, { fields: { [unstorable.join('.') || 'body']: ['invalid_value'] } })
  const parsed = schema.safeParse(received)
  if (!parsed.success) throw new Refused('invalid', 400, { fields: fieldErrorsOf(parsed.error.issues) })
  return parsed.data
}

function send(reply: FastifyReply, definition: Call, answer: unknown, checkReplies: boolean) {
  // Time was over, and the answer has been refused.
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
