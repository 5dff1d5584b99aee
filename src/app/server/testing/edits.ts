import type { Call } from '#kit/call.ts'
import type { Visitor } from './portal.ts'

/** An edit of something that exists, as a test makes it. */
export type Edit = {
  call: Call
  /** What is edited as its readers see it, with the version that an edit says it has seen. */
  read: (visitor: Visitor) => Promise<{ version?: string | number | undefined; [member: string]: unknown }>
  /** What is sent for one of several values, each unlike the one before, in sight of a version. */
  sent: (value: number, version: string | number | undefined) => { params?: object; query?: object; body: object }
  /** Where the edit itself changes nothing yet: what becomes of it elsewhere meanwhile. */
  meanwhile?: (value: number) => Promise<unknown>
  /** Whether there is only this or that, so that two who change it at once want the same. */
  isEitherOr?: true
  /** The code of the refusal, where it is one of the call's own. */
  code?: string
  /** Whether it takes something away, so that there is no second time. */
  isLast?: true
}
