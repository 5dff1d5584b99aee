import type { QueryExecutorProvider } from 'kysely'
import type { OperatorActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { freshAuthenticationRequired, type Refused } from '../refusal.ts'
import { writeAudit } from './audit.ts'

/** The longest call that is logged, in characters. A longer one was typed by hand and belongs to no customer. */
const maxSubjectLength = 200

export type OperatorCall = {
  actor: OperatorActor
  definition: Pick<Call, 'method' | 'path' | 'personalData'>
  params: Record<string, string>
  requestId: string
}

/** Records in the audit log which customer data operators have read and what they were refused. */
export type OperatorLog = {
  /** Written before the reply is sent, so that no read goes unrecorded. */
  recordRead(call: OperatorCall): Promise<void>
  recordRefusal(call: OperatorCall, refusal: Refused): Promise<void>
}

/**
 * Creates the operator log of a database. An entry has the call with its parameters, but never search terms or replies.
 */
export function createOperatorLog(db: QueryExecutorProvider): OperatorLog {
  return {
    async recordRead(call) {
      if (!call.definition.personalData) return
      const { definition, params } = call
      const customerId = definition.personalData === 'customer' ? Number(params.id) : undefined
      await writeAudit(db, { action: 'operator_read', customerId, ...entryOf(call) })
    },
    async recordRefusal(call, { status, code }) {
      // Invalid input and a request for re-authentication are not access attempts.
      if (status === 400 || code === freshAuthenticationRequired) return
      await writeAudit(db, { action: 'operator_refused', ...entryOf(call), after: { code } })
    },
  }
}

function entryOf({ actor, definition: { method, path }, params, requestId }: OperatorCall) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return { actorUserId: actor.userId, subject: `${method} ${filled}`.slice(0, maxSubjectLength), requestId }
}
