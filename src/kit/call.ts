import type * as z from 'zod/mini'
import type { AllowedOperators } from './operator-role.ts'

/**
 * Who may make a call. `anyone` needs no session, `customer` one of the portal and `operator` one of the operator's area; a
 * read-only session (an operator looking as a customer) may make only calls that are safe reads.
 */
export type Access = 'anyone' | 'customer' | 'operator'

export type Schema = z.ZodMiniType

/**
 * A call between browser and server, stated once and read by both sides. The path is written without base path and
 * version (`/contracts/:contractName/pdf`), parameters with a colon.
 */
export type Call = CallShape & Permission

/** Every call of operators says which of them may make it; whoever may not is refused (403 `role_required`). */
type Permission =
  | { access: Exclude<Access, 'operator'>; roles?: undefined }
  | { access: 'operator'; roles: AllowedOperators }

type CallShape = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  versions: readonly number[]
  /** For GET calls with an effect and POST calls without one; otherwise the method tells. */
  changesSomething?: boolean
  /** Whether the body or the answer holds a password or a token, so that neither is kept to answer a repetition. */
  carriesSecrets?: boolean
  /**
   * For what asks others to do something: it writes down in transactions of its own what it asks for before it does, and knows
   * how far it was when it is asked again. Everything else is kept whole or not at all.
   */
  inSteps?: boolean
  /**
   * For what a thief of an open session would do first: who makes it has proved who they are within the last minutes, or is
   * refused (403 `fresh_authentication_required`). `withSecondFactor` asks it of those who have one, where the call itself
   * brings the password along.
   */
  freshAuthentication?: true | 'withSecondFactor'
  /** What a program must be allowed to make this call in somebody's name; without it none may. */
  scope?: string
  /**
   * Whether an operator is shown there what is known of people; each time is written into the audit log. `customer` where the
   * parameter `id` is the customer's.
   */
  personalData?: true | 'customer'
  /** False for what a page asks by itself while nobody is at it, so that it keeps no idle session alive. */
  countsAsUse?: false
  query?: Schema
  body?: Schema
  /** Whether files may come in the JSON as base64: its body may be as large as one of them at most, and then some. */
  takesInlineFiles?: boolean
  /** Whether a file comes in as multipart/form-data, in the part `file`, in the place of a body. */
  takesFile?: boolean
  /** The shape of the answer, `file` when it is a download, or `nothing` (204). */
  reply: Schema | 'file' | 'nothing'
  /** The expected ways to say no, each with its HTTP status. */
  refusals?: Readonly<Record<string, number>>
  /** How long a browser may keep the answer. */
  cacheMinutes?: number
  /** One sentence for the OpenAPI document. */
  summary: string
}

/** A call as a value; its types are read off it. */
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
/** What a handler answers with, before it is written as JSON. */
export type ReplyIn<C extends Call> = C['reply'] extends Schema ? z.input<C['reply']> : never
/** What the browser reads. */
export type Reply<C extends Call> = C['reply'] extends Schema
  ? z.output<C['reply']>
  : C['reply'] extends 'nothing'
    ? undefined
    : never
export type RefusalCode<C extends Call> = C extends { refusals: infer R } ? keyof R & string : never

/** Whether the call leaves everything as it was, so that a read-only session may make it. */
export function isSafeRead(definition: Call): boolean {
  return !(definition.changesSomething ?? definition.method !== 'GET')
}

/**
 * The versions in which a call is made, the highest first: those of its own that are allowed. A call that has none of them,
 * or where nothing is said of versions, is made in all of its own.
 */
export function versionsOf({ versions }: Call, allowed: readonly number[] = versions): number[] {
  const usable = versions.filter((version) => allowed.includes(version))
  return [...(usable.length ? usable : versions)].sort((a, b) => b - a)
}

/** The path of a call with its parameters filled in, e.g. `/api/v2/contracts/0001/pdf/`. */
export function pathOf(definition: Call, version: number, parameters: Record<string, string>): string {
  const filled = definition.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return `/api/v${version}${filled}`
}
