import type { QueryExecutorProvider } from 'kysely'
import type { OperatorActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { freshAuthenticationRequired, type Refused } from '../refusal.ts'
import { writeAudit } from './audit.ts'

/** The longest call that the log names, in characters; what is longer was typed by hand and is nobody's. */
const longestSubject = 200

export type OperatorCall = {
  actor: OperatorActor
  definition: Pick<Call, 'method' | 'path' | 'personalData'>
  params: Record<string, string>
  requestId: string
}

/** Writes into the audit log what operators have read of customers and what they were refused. */
export type OperatorLog = {
  /** Before the answer leaves, so that nobody reads without a trace. */
  recordRead(call: OperatorCall): Promise<void>
  recordRefusal(call: OperatorCall, refusal: Refused): Promise<void>
}

/** The log of a database. An entry has the call with its parameters, and never what was searched for or answered. */
export function operatorLog(db: QueryExecutorProvider): OperatorLog {
  return {
    async recordRead(call) {
      if (!call.definition.personalData) return
      const { definition, params } = call
      const customerId = definition.personalData === 'customer' ? Number(params.id) : undefined
      await writeAudit(db, { action: 'operator_read', customerId, ...entryOf(call) })
    },
    async recordRefusal(call, { status, code }) {
      // A typing error and the question for a new proof are no attempts at anything.
      if (status === 400 || code === freshAuthenticationRequired) return
      await writeAudit(db, { action: 'operator_refused', ...entryOf(call), after: { code } })
    },
  }
}

function entryOf({ actor, definition: { method, path }, params, requestId }: OperatorCall) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return { actorUserId: actor.userId, subject: `${method} ${filled}`.slice(0, longestSubject), requestId }
}
