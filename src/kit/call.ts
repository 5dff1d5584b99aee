import type * as z from 'zod/mini'
import type { AllowedOperators } from './operator-role.ts'

/**
 * Who may make a call. `anyone` needs no session, `customer` needs a portal session and `operator` a back office
 * session. A read-only session (an operator who impersonates a customer) may make only calls that are safe reads.
 */
export type Access = 'anyone' | 'customer' | 'operator'

export type Schema = z.ZodMiniType

/**
 * A call between browser and server, defined once and used by both sides. The path is written without base path and
 * version (`/contracts/:contractName/pdf`), parameters with a colon.
 */
export type Call = CallShape & Permission

/** Every operator call declares which operator roles may make it; other operators are refused (403 `role_required`). */
type Permission =
  | { access: Exclude<Access, 'operator'>; roles?: undefined }
  | { access: 'operator'; roles: AllowedOperators }

type CallShape = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  versions: readonly number[]
  /** For GET calls with side effects and POST calls without them; otherwise derived from the method. */
  hasSideEffects?: boolean
  /** Whether the body or the reply holds a password or a token, so that neither is stored to answer a retry. */
  hasSecrets?: boolean
  /**
   * For calls that request something from another system. Such a call records its request in transactions of its own
   * before it sends it, and resumes where it stopped when it is retried. Every other call runs in one transaction.
   */
  isNonTransactional?: boolean
  /**
   * For actions that an attacker with a stolen session would try first. The caller must have authenticated within the
   * last minutes, otherwise the call is refused (403 `fresh_authentication_required`). `withSecondFactor` requires this
   * only of users with a second factor, for calls that carry the password themselves.
   */
  freshAuthentication?: true | 'withSecondFactor'
  /** The scope that a program needs to make this call on behalf of a user. Without it no program may make the call. */
  scope?: string
  /**
   * Whether the reply shows personal data to an operator; every such read is written to the audit log. `customer` means
   * that the parameter `id` is the customer's.
   */
  personalData?: true | 'customer'
  /**
   * False for calls that a page makes by itself while the user is away, so that they do not keep an idle session alive.
   */
  extendsSession?: false
  query?: Schema
  body?: Schema
  /**
   * Whether files may be sent as base64 within the JSON. The body may then be as large as one file plus some overhead.
   */
  acceptsInlineFiles?: boolean
  /** Whether a file is sent as multipart/form-data, in the part `file`, instead of a body. */
  acceptsFile?: boolean
  /** The shape of the reply, `file` for a download, or `nothing` (204). */
  reply: Schema | 'file' | 'nothing'
  /** The expected refusals, each with its HTTP status. */
  refusals?: Readonly<Record<string, number>>
  /**
   * When the call is shed under load: `bulk` first, `critical` last. By default it is `read` or `write`, or `bulk` for a
   * file.
   */
  priority?: 'critical' | 'bulk'
  /** Within how many seconds the call must be answered, if not within the usual time. */
  deadlineSeconds?: number
  /**
   * Who answers in upstream proxy mode: the upstream server (`forwarded`), or nobody (`closed`). Otherwise the call is
   * answered here.
   */
  upstream?: 'forwarded' | 'closed'
  /** Whether users who must first change their password may make the call although it has side effects. */
  isAllowedBeforePasswordChange?: true
  /** For how many minutes a browser may cache the reply. */
  cacheMinutes?: number
  /** One sentence for the OpenAPI document. */
  summary: string
}

/** Defines a call as a value, from which its types are derived. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type PathParameters<C extends Call> = { [Name in ParameterNames<C['path']>]: string }
export type QueryIn<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined
export type QueryOut<C extends Call> = C['query'] extends Schema ? z.output<C['query']> : undefined
export type BodyIn<C extends Call> = C['body'] extends Schema ? z.input<C['body']> : undefined
export type BodyOut<C extends Call> = C['body'] extends Schema ? z.output<C['body']> : undefined
/** The value that a handler returns, before it is serialised as JSON. */
export type ReplyIn<C extends Call> = C['reply'] extends Schema ? z.input<C['reply']> : never
/** The value that the browser parses. */
export type Reply<C extends Call> = C['reply'] extends Schema
  ? z.output<C['reply']>
  : C['reply'] extends 'nothing'
    ? undefined
    : never
export type RefusalCode<C extends Call> = C extends { refusals: infer R } ? keyof R & string : never

/** Checks whether the call changes nothing, so that a read-only session may make it. */
export function isSafeRead(definition: Call): boolean {
  return !(definition.hasSideEffects ?? definition.method !== 'GET')
}

/**
 * Returns the versions to try for a call, the highest first: those of its own that are allowed. Returns all of its own
 * when none of them is allowed or when no versions are given.
 */
export function versionsOf({ versions }: Call, allowed: readonly number[] = versions): number[] {
  const usable = versions.filter((version) => allowed.includes(version))
  return [...(usable.length ? usable : versions)].sort((a, b) => b - a)
}

/** Returns the path of a call with its parameters filled in, e.g. `/api/v2/contracts/0001/pdf/`. */
export function pathOf(definition: Call, version: number, parameters: Record<string, string>): string {
  const filled = definition.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return `/api/v${version}${filled}`
}
