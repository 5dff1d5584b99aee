/** Messages by field of a body, as the specification's `errors`. */
export type FieldErrors = Record<string, string[]>

/** The optional details of a refusal. */
export type RefusalDetails = {
  fields?: FieldErrors
  extra?: Record<string, unknown>
  values?: Record<string, number>
  retryAfterSeconds?: number
}

/**
 * An expected refusal: a code declared with the call, its HTTP status, and the invalid fields. Compare its fields and
 * not its class, because the server-side rendering bundle and the server itself each carry a copy of this class.
 */
export class Refused extends Error {
  readonly isRefusal = true
  readonly code: string
  readonly status: number
  readonly fields?: FieldErrors
  /** Members beside `error` in the reply, where the specification requires them. */
  readonly extra?: Record<string, unknown>
  /** The figures in its message, by placeholder name. */
  readonly values?: Record<string, number>
  /** After how many seconds a retry makes sense. */
  readonly retryAfterSeconds?: number
  /** The id of the refused request, to be quoted to support. */
  readonly requestId?: string

  constructor(
    code: string,
    status: number,
    { fields, extra, values, retryAfterSeconds, requestId }: RefusalDetails & { requestId?: string } = {},
  ) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.status = status
    this.fields = fields
    this.extra = extra
    this.values = values
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
  }
}

/** The refusal code of a call that requires re-authentication. */
export const freshAuthenticationRequired = 'fresh_authentication_required'

/** The code with which a server reports that it does not know the version of a call and has changed nothing. */
export const versionUnknown = 'version_unknown'

/** Checks whether a thrown value is an expected refusal. */
export function isRefused(thrown: unknown): thrown is Refused {
  return typeof thrown === 'object' && thrown !== null && 'isRefusal' in thrown
}
