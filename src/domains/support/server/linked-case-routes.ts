import { enforceVisitLimit } from '#kit/server/visitor-throttle.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { cancelLinkedCall, completeLinkedCase, rateCase, rateLinkedCase, readLinkedCase } from '../api.ts'
import { downloadLinkedReceipt } from '../downloads.ts'
import { type CaseState, formatCaseNumber, isOpenCase, isRatable } from '../rules.ts'
import { addCustomerMessage } from './add-customer-message.ts'
import { findCompletionDay } from './answer-duty.ts'
import { endCall } from './call-back-store.ts'
import { findLinkedCase } from './case-link.ts'
import { findOwnCase } from './case-store.ts'
import { throwFieldError } from './invalid-fields.ts'
import { saveRating } from './rating.ts'
import { receiptFileOf } from './receipt-file.ts'
import type { SupportRouteDeps } from './routes.ts'
import { findSupervisorCall } from './supervisor-store.ts'

/** Registers the calls by the link in a mail, and those with which an answer is rated. */
export function linkedCaseRoutes(deps: SupportRouteDeps) {
  const { serve, db, clock, sessionKeys: keys } = deps
  const find = ({ params: { token } }: { params: { token: string } }) =>
    findLinkedCase(db, token, { keys, now: clock() })

  serve(readLinkedCase, {
    find,
    async act({ subject: { case_id, opened_at, closure, rated_at, call_back_at, call_back_state, ...row } }) {
      const state = row.state as CaseState
      return {
        number: formatCaseNumber(case_id, marketDayOf(opened_at, 'Europe/Madrid')),
        opened_at: opened_at.toISOString(),
        is_open: isOpenCase(state),
        call_at: call_back_state === 'asked' ? call_back_at!.toISOString() : null,
        is_ratable: isRatable({ state, closure, isRated: rated_at !== null }),
        complete_by: await findCompletionDay(db, case_id),
        supervisor: await findSupervisorCall(db, { caseId: case_id, now: clock() }),
      }
    },
  })

  serve(downloadLinkedReceipt, { find, act: ({ subject }) => receiptFileOf(deps, subject) })

  serve(completeLinkedCase, {
    find,
    async act({ actor, subject, body: { message: words, attachments }, request }, refuse) {
      const limit = { what: 'contact', per: 'network', value: request.ip, maxCount: 10, minutes: 60 } as const
      await enforceVisitLimit(db, limit, clock())
      // Files uploaded within a session belong to its user, even if the link is used.
      const userId = actor.kind === 'customer' ? actor.userId : null
      const checkState = (state: CaseState) => {
        if (state !== 'additional_information_required') throw refuse('nothing_missing')
      }
      const message = { userId, words, files: attachments, now: clock() }
      throwFieldError(await addCustomerMessage(deps, subject, { message, checkState }), 'attachments')
      return undefined
    },
  })

  serve(cancelLinkedCall, {
    find,
    async act({ subject: { case_id: caseId } }, refuse) {
      const isCancelled = await db
        .transaction()
        .execute((db) => endCall(db, { caseId, state: 'cancelled', now: clock() }))
      if (!isCancelled) throw refuse('no_call')
      return undefined
    },
  })

  serve(rateLinkedCase, {
    find,
    async act({ subject: { case_id: caseId }, body: { rating, remark = '' } }, refuse) {
      if (!(await saveRating(db, { caseId, rating, remark, now: clock() }))) throw refuse('not_ratable')
      return undefined
    },
  })

  serve(rateCase, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    async act({ subject: { case_id: caseId }, body: { rating, remark = '' } }, refuse) {
      if (!(await saveRating(db, { caseId, rating, remark, now: clock() }))) throw refuse('not_ratable')
      return undefined
    },
  })
}
