/** Texts per field of a body, as the specification's `errors`. */
export type FieldErrors = Record<string, string[]>

/** What a refusal may say besides its code. */
export type RefusalDetails = {
  fields?: FieldErrors
  extra?: Record<string, unknown>
  values?: Record<string, number>
  retryAfterSeconds?: number
}

/**
 * An expected "no": a code declared with the call, its HTTP status, and what is wrong with which field. Its own fields
 * are what counts, because the server's rendering and the server itself carry separate copies of this class.
 */
export class Refused extends Error {
  readonly isRefusal = true
  readonly code: string
  readonly status: number
  readonly fields?: FieldErrors
  /** Members that stand beside `error` in the reply, where the specification wants them. */
  readonly extra?: Record<string, unknown>
  /** Figures that its sentence tells, by their names there. */
  readonly values?: Record<string, number>
  /** After how long asking again makes sense. */
  readonly retryAfterSeconds?: number
  /** The request this answers, to be told to whoever helps. */
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

/** The code by which a call asks for a new proof of who makes it. */
export const freshAuthenticationRequired = 'fresh_authentication_required'

/** The code by which a server says that it does not know the version of a call, so that nothing has been done. */
export const versionUnknown = 'version_unknown'

/** Whether something thrown is an expected "no". */
export function isRefused(thrown: unknown): thrown is Refused {
  return typeof thrown === 'object' && thrown !== null && 'isRefusal' in thrown
}
