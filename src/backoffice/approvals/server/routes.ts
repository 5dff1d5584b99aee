import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { approvalStateAt } from '#domains/approvals/rules.ts'
import type { AnyApprovalKind } from '#domains/approvals/server/approval-kind.ts'
import { type Approval, findApproval, findApprovals } from '#domains/approvals/server/approval-store.ts'
import { decideRequest, withdrawRequest } from '#domains/approvals/server/decide-approval.ts'
import { toJson } from '#domains/approvals/server/submit-action.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  type ApprovalDetail,
  decideApproval,
  type ListedApproval,
  listApprovals,
  readApproval,
  withdrawApproval,
} from '../api.ts'

type ApprovalRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date; kinds: readonly AnyApprovalKind[] }

/** Registers the back-office routes with which operators review and decide requests of other operators. */
export function approvalDeskRoutes({ serve, db, clock, kinds }: ApprovalRouteDeps) {
  const find = ({ params }: { params: { id: string } }) => findApproval(db, params.id)

  serve(listApprovals, async ({ actor, query }) => {
    const now = clock()
    const { items, total } = await findApprovals(db, { ...query, now })
    return { items: items.map((item) => present(item, { kinds, userId: actor.userId, now })), total }
  })

  serve(readApproval, {
    find,
    async act({ actor, subject: approval }) {
      const now = clock()
      const listed = present(approval, { kinds, userId: actor.userId, now })
      const changedTo = listed.state === 'requested' ? await findChangedDetail(db, approval, kinds) : null
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

type PresentContext = { kinds: readonly AnyApprovalKind[]; userId: number; now: Date }

function present(approval: Approval, { kinds, userId, now }: PresentContext): ListedApproval {
  const { approval_id: id, kind, requester, decider, customer, reason, decided_at } = approval
  return {
    ...{ id, kind, customer, reason, requested_by: requester, decided_by: decider, note: approval.decision_note },
    state: approvalStateAt({ state: approval.state, expiresAt: approval.expires_at }, now),
    detail: detailOf(approval, kinds),
    requested_at: approval.requested_at.toISOString(),
    expires_at: approval.expires_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    is_own: requester.id === userId,
  }
}

function parsePayload({ kind: name, payload }: Approval, kinds: readonly AnyApprovalKind[]) {
  const kind = kinds.find((each) => each.name === name)
  const parsed = kind?.payload.safeParse(payload)
  return kind && parsed?.success ? { kind, payload: parsed.data } : undefined
}

function detailOf(approval: Approval, kinds: readonly AnyApprovalKind[]): ApprovalDetail | null {
  const parsed = parsePayload(approval, kinds)
  return parsed ? (parsed.kind.detail(parsed.payload, approval.seen) as ApprovalDetail) : null
}

/** Returns what approval would do now, if the current state differs from the one seen at request time. */
async function findChangedDetail(db: Database, approval: Approval, kinds: readonly AnyApprovalKind[]) {
  const parsed = parsePayload(approval, kinds)
  if (!parsed) return null
  const state = await parsed.kind.readState(db, parsed.payload)
  return isDeepStrictEqual(toJson(state), approval.seen)
    ? null
    : (parsed.kind.detail(parsed.payload, state) as ApprovalDetail)
}
