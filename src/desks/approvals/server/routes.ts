import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  type ApprovalDetail,
  decideApproval,
  type ListedApproval,
  listApprovals,
  readApproval,
  withdrawApproval,
} from '../api.ts'
import { stateAt } from '../rules.ts'
import type { AnyApprovalKind } from './approval-kind.ts'
import { type Approval, approvalsOf, findApproval } from './approval-store.ts'
import { decideRequest, withdrawRequest } from './decide-approval.ts'
import { asJson } from './submit-act.ts'

type ApprovalRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date; kinds: readonly AnyApprovalKind[] }

/** The desk where an operator looks at what another one has asked for, and decides about it. */
export function approvalDeskRoutes({ serve, db, clock, kinds }: ApprovalRouteDeps) {
  const find = ({ params }: { params: { id: string } }) => findApproval(db, params.id)

  serve(listApprovals, async ({ actor, query }) => {
    const now = clock()
    const { items, total } = await approvalsOf(db, { ...query, now })
    return { items: items.map((item) => present(item, { kinds, userId: actor.userId, now })), total }
  })

  serve(readApproval, {
    find,
    async act({ actor, subject: approval }) {
      const now = clock()
      const listed = present(approval, { kinds, userId: actor.userId, now })
      const changedTo = listed.state === 'requested' ? await changedDetail(db, approval, kinds) : null
      return { ...listed, changed_to: changedTo, failure: approval.failure }
    },
  })

  serve(decideApproval, {
    find,
    async act({ actor, subject, body: { decision, note }, request }, refuse) {
      if (decision === 'reject' && !note) throw refuse('invalid', { fields: { note: ['required'] } })
      const by = { userId: actor.userId, requestId: request.id }
      const deps = { db, kinds, clock, log: request.log }
      const outcome = await decideRequest(deps, { id: subject.approval_id, decision, note, ...by })
      if ('refused' in outcome) throw refuse(outcome.refused, outcome.details)
      return outcome.decided
    },
  })

  serve(withdrawApproval, {
    find,
    async act({ actor, subject, request }, refuse) {
      const by = { userId: actor.userId, requestId: request.id }
      const problem = await withdrawRequest({ db, clock }, { id: subject.approval_id, ...by })
      if (problem) throw refuse(problem)
      return undefined
    },
  })
}

type Reading = { kinds: readonly AnyApprovalKind[]; userId: number; now: Date }

function present(approval: Approval, { kinds, userId, now }: Reading): ListedApproval {
  const { approval_id: id, kind, requester, decider, customer, reason, decided_at } = approval
  return {
    ...{ id, kind, customer, reason, requested_by: requester, decided_by: decider, note: approval.decision_note },
    state: stateAt({ state: approval.state, expiresAt: approval.expires_at }, now),
    detail: detailOf(approval, kinds),
    requested_at: approval.requested_at.toISOString(),
    expires_at: approval.expires_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    is_own: requester.id === userId,
  }
}

function readable({ kind: name, payload }: Approval, kinds: readonly AnyApprovalKind[]) {
  const kind = kinds.find((each) => each.name === name)
  const parsed = kind?.payload.safeParse(payload)
  return kind && parsed?.success ? { kind, payload: parsed.data } : undefined
}

function detailOf(approval: Approval, kinds: readonly AnyApprovalKind[]): ApprovalDetail | null {
  const known = readable(approval, kinds)
  return known ? known.kind.detail(known.payload, approval.seen) : null
}

/** What would be done now, where something else stands than was seen. */
async function changedDetail(db: Database, approval: Approval, kinds: readonly AnyApprovalKind[]) {
  const known = readable(approval, kinds)
  if (!known) return null
  const state = await known.kind.readState(db, known.payload)
  return isDeepStrictEqual(asJson(state), approval.seen) ? null : known.kind.detail(known.payload, state)
}
