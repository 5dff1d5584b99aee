import { marketDayOf } from '#vocabulary/market-time.ts'
import { cancelLinkedCall, rateCase, rateLinkedCase, readLinkedCase } from '../api.ts'
import { downloadLinkedReceipt } from '../downloads.ts'
import { type CaseState, formatCaseNumber, isOpenCase, isRatable } from '../rules.ts'
import { endCall } from './call-back-store.ts'
import { findLinkedCase } from './case-link.ts'
import { findOwnCase } from './case-store.ts'
import { saveRating } from './rating.ts'
import { receiptFileOf } from './receipt-file.ts'
import type { SupportRouteDeps } from './routes.ts'

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
      }
    },
  })

  serve(downloadLinkedReceipt, { find, act: ({ subject }) => receiptFileOf(deps, subject) })

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
