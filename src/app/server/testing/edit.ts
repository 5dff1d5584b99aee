import type { Call } from '#kit/call.ts'
import type { TestVisitor } from './test-portal.ts'

/** An edit of an existing object, as made by a test. */
export type Edit = {
  call: Call
  /** Reads the edited object as its readers see it, with the version that an edit is based on. */
  read: (visitor: TestVisitor) => Promise<{ version?: string | number | undefined; [member: string]: unknown }>
  /** Returns the request for one of several values, each different from the previous one, based on a version. */
  sent: (value: number, version: string | number | undefined) => { params?: object; query?: object; body: object }
  /** For an edit that changes nothing by itself yet: a concurrent change made elsewhere. */
  meanwhile?: (value: number) => Promise<unknown>
  /** Whether there are only two values, so that two concurrent edits may agree. */
  isEitherOr?: true
  /** The code of the refusal, if it is one of the call's own. */
  code?: string
  /** Whether it removes the object, so that it cannot be repeated. */
  isLast?: true
}
