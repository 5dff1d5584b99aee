import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { beginStop, endStop } from '#domains/collections/server/debt-stops.ts'
import { findSuspensionStops } from '#domains/contract-records/server/suspension-stops.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { receiveFile } from '#domains/uploads/server/receive-file.ts'
import { isUploadId } from '#domains/uploads/upload-id.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import {
  type CaseState,
  type CaseTopic,
  isDueAnswer,
  isOpenCase,
  type ReceiptMedium,
  stateAfterAssignment,
} from '../../../rules.ts'
import { answerCase } from '../../../server/answer-case.ts'
import { bookNextCall, endCall } from '../../../server/call-back-store.ts'
import { renderCaseJson } from '../../../server/case-store.ts'
import { findCategories, findTypes } from '../../../server/case-type-store.ts'
import { composeAnswer } from '../../../server/compose-answer.ts'
import type { ReceiptContext } from '../../../server/draw-receipt.ts'
import { findAnswerPreferences } from '../../../server/find-answer-preferences.ts'
import { findContractOfCase } from '../../../server/find-case-contract.ts'
import { answerLetterOf, receiptFileOf } from '../../../server/receipt-file.ts'
import { endSupervisorRequest } from '../../../server/supervisor-store.ts'
import {
  answerCustomer,
  assignCase,
  type CaseDetails,
  listCases,
  markAnswerPosted,
  markReceiptPosted,
  noteSupervisorCall,
  readCase,
  readCaseChoices,
  recordCall,
  reopenCase,
  setSuspensionStop,
  uploadCaseFile,
} from '../api.ts'
import { downloadAnswerLetter, downloadCaseFile, downloadCaseReceipt } from '../downloads.ts'
import { parseCategoryFilter } from '../rules.ts'
import { caseBulkRoutes } from './bulk-routes.ts'
import { openCaseAgain, setAnswerPosted } from './case-changes.ts'
import {
  caseVersion,
  findAssignableOperators,
  findCase,
  findCaseFile,
  findCasePeople,
  findCaseStatus,
  findCases,
  type SupportCaseRow,
} from './case-store.ts'
import { caseReportRoutes } from './report-routes.ts'

type CaseDeskDeps = {
  /** Returns the texts of receipts in a language. */
  receiptTextsFor: (locale: Locale) => ReceiptContext['t']
  /** Returns the texts that complete an answer, in the language of a case. */
  answerTextsFor: (locale: Locale) => (key: string, values?: Record<string, string | number>) => string
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
}

/** Registers the back-office routes with which operators read, assign and answer cases. */
export function caseDeskRoutes(deps: CaseDeskDeps) {
  const { serve, db, files, settings, clock, answerTextsFor, receiptTextsFor } = deps
  caseReportRoutes(deps)
  caseBulkRoutes(deps)

  const refuseClosed = ({ state }: { state: string }, refuse: (code: 'case_closed') => Error) => {
    if (!isOpenCase(state as CaseState)) throw refuse('case_closed')
  }

  serve(listCases, ({ actor: reader, query: { category, ...query } }) =>
    findCases(db, { ...query, category: category ? parseCategoryFilter(category) : null }, { reader, now: clock() }),
  )

  serve(readCaseChoices, async ({ actor: { locale } }) => {
    const categories = await findCategories(db, { locale, whose: 'withPast' })
    const types = await findTypes(db, locale, 'withPast')
    return {
      categories: [
        ...categories.map(({ id, name }) => ({ code: `category-${id}`, name })),
        ...types.map(({ code, name }) => ({ code: `type-${code}`, name })),
      ],
      operators: await findAssignableOperators(db, clock()),
    }
  })

  serve(readCase, {
    find: ({ params }) => findCase(db, params.id),
    act: async ({ actor: { locale }, subject }) => ({
      ...JSON.parse(await renderCaseJson(db, subject, { locale, now: clock() })),
      ...(await findCasePeople(db, subject)),
      version: caseVersion(subject),
      contact: subject.contact as CaseDetails['contact'],
      language: subject.locale as Locale,
      receipt: subject.receipt_medium as ReceiptMedium,
      receipt_posted_at: subject.receipt_posted_at?.toISOString() ?? null,
      answer_posted_at: subject.answer_posted_at?.toISOString() ?? null,
      ...(await presentPreferences(subject)),
      rating_remark: subject.rating_remark,
      suspension_stops: await findSuspensionStops(db, {
        customerId: subject.customer_id,
        subject: `case:${subject.case_id}`,
      }),
    }),
  })

  serve(answerCustomer, {
    find: ({ params }) => findCase(db, params.id),
    permit: refuseClosed,
    async act({ actor: { userId }, subject, body }, refuse) {
      const { case_id: caseId } = subject
      const { state, attachments, version, reasons, outage = null, call } = body
      if (state === 'denied' && reasons.length === 0) throw refuse('invalid', { fields: { reasons: ['required'] } })
      if (requiresOutage(subject, state) && !outage) throw refuse('invalid', { fields: { outage: ['required'] } })
      const message = composeAnswer(answerTextsFor(subject.locale as Locale), {
        ...{ message: body.message, reasons: state === 'denied' ? reasons : [], outage },
        putsBack: state === 'accepted' && subject.unrequested_switch !== null,
        body: settings.now().care,
      })
      const { care, featureFlags } = settings.now()
      const isFollowed = featureFlags.crm.case
      const phone = call ? (await findAnswerPreferences(db, subject)).callPhone : null
      if (call && !phone) throw refuse('invalid', { fields: { call: ['invalid_value'] } })
      const outcome = await answerCase(
        { db, files },
        {
          caseId,
          message,
          state,
          files: attachments,
          isFollowed,
          userId,
          call: phone ? { phone, care } : null,
          now: clock(),
          requireSeen: (db, before) => requireUnchanged(db, before, version),
        },
      )
      if (outcome === 'case_closed' || outcome === 'no_hour') throw refuse(outcome)
      if (typeof outcome === 'string') throw refuse('invalid', { fields: { attachments: [outcome] } })
      return { id: outcome }
    },
  })

  serve(setSuspensionStop, {
    find: ({ params }) => findCase(db, params.id),
    async act({ actor, request, subject, body: { reason, stopped } }, refuse) {
      const { case_id, customer_id: customerId, contract_id: contractId } = subject
      if (customerId === null || contractId === null) throw refuse('no_contract')
      const stop = { customerId, contractId, subject: `case:${case_id}`, reason, at: clock() }
      await db.transaction().execute(async (db) => {
        const before = await findSuspensionStops(db, stop)
        await (stopped ? beginStop(db, stop) : endStop(db, stop))
        await auditChange({
          ...{ db, actor, request, customerId, subject: stop.subject },
          action: 'case_suspension_stop_changed',
          before: { stops: before },
          after: { stops: await findSuspensionStops(db, stop) },
        })
      })
      return undefined
    },
  })

  serve(downloadCaseReceipt, {
    find: ({ params }) => findCase(db, params.id),
    act: ({ subject }) => receiptFileOf({ db, settings, receiptTextsFor }, subject),
  })

  serve(downloadAnswerLetter, {
    find: async ({ params }) => {
      const row = await findCase(db, params.id)
      return row && answerLetterOf({ db, settings, receiptTextsFor }, row)
    },
    act: async ({ subject }) => subject,
  })

  serve(markAnswerPosted, {
    find: ({ params }) => findCase(db, params.id),
    async act({ actor, request, subject }, refuse) {
      const { case_id: caseId, customer_id: customerId } = subject
      await db.transaction().execute(async (db) => {
        if (!(await setAnswerPosted(db, caseId, clock()))) throw refuse('no_letter')
        await auditChange({ db, actor, request, action: 'case_answer_posted', customerId, subject: `case:${caseId}` })
      })
      return undefined
    },
  })

  serve(reopenCase, {
    find: ({ params }) => findCase(db, params.id),
    permit({ state }, refuse) {
      if (isOpenCase(state as CaseState)) throw refuse('case_open')
    },
    async act({ actor, request, subject }, refuse) {
      await db.transaction().execute(async (db) => {
        if (!(await openCaseAgain(db, subject, clock()))) throw refuse('case_open')
        await auditChange({
          ...{ db, actor, request, action: 'case_reopened', customerId: subject.customer_id },
          subject: `case:${subject.case_id}`,
          before: { state: subject.state },
          after: { state: 'being_processed' },
        })
      })
      return undefined
    },
  })

  serve(markReceiptPosted, {
    find: ({ params }) => findCase(db, params.id),
    async act({ actor, request, subject }) {
      await db.transaction().execute(async (db) => {
        await db
          .updateTable('support_case')
          .set({ receipt_posted_at: clock() })
          .where('case_id', '=', subject.case_id)
          .where('receipt_posted_at', 'is', null)
          .execute()
        await auditChange({
          ...{ db, actor, request, action: 'case_receipt_posted', customerId: subject.customer_id },
          subject: `case:${subject.case_id}`,
        })
      })
      return undefined
    },
  })

  serve(recordCall, {
    find: ({ params }) => findCase(db, params.id),
    async act({ actor, request, subject, body: { outcome } }, refuse) {
      const { case_id: caseId, customer_id: customerId } = subject
      await db.transaction().execute(async (db) => {
        const now = clock()
        const contract = await findContractOfCase(db, subject)
        const isEnded = await endCall(db, { caseId, state: outcome === 'done' ? 'done' : 'not_reached', now })
        if (!isEnded) throw refuse('no_call')
        if (outcome === 'retry') {
          const { care, featureFlags } = settings.now()
          const isBooked = await bookNextCall(db, {
            ...{ caseId, phone: subject.call_back_phone!, care, now },
            ...{ provinceCode: contract?.provinceCode ?? null, isFollowed: featureFlags.crm.case },
          })
          if (!isBooked) throw refuse('no_hour')
        }
        await auditChange({
          ...{ db, actor, request, customerId },
          action: 'case_call_recorded',
          subject: `case:${caseId}`,
          before: { at: subject.call_back_at, tries: subject.call_back_tries },
          after: { outcome },
        })
      })
      return undefined
    },
  })

  serve(noteSupervisorCall, {
    find: ({ params }) => findCase(db, params.id),
    async act({ actor, request, subject: { case_id: caseId, customer_id: customerId } }, refuse) {
      await db.transaction().execute(async (db) => {
        if (!(await endSupervisorRequest(db, { caseId, now: clock() }))) throw refuse('not_asked')
        await auditChange({
          ...{ db, actor, request, customerId },
          action: 'case_supervisor_spoke',
          subject: `case:${caseId}`,
        })
      })
      return undefined
    },
  })

  serve(uploadCaseFile, ({ actor: { userId }, request }, refuse) => {
    const { fileUploadSizeLimit: maxBytes } = settings.now()
    return receiveFile({ db, files }, request, { maxBytes, uploader: { userId }, now: clock(), refuse })
  })

  serve(assignCase, {
    find: ({ params }) => findCase(db, params.id),
    permit: refuseClosed,
    async act({ actor, subject, body: { operator_id: operatorId, version }, request }, refuse) {
      if (operatorId !== null && !(await findAssignableOperators(db, clock())).some(({ id }) => id === operatorId))
        throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
      await db.transaction().execute(async (db) => {
        const before = await db
          .selectFrom('support_case')
          .where('case_id', '=', subject.case_id)
          .selectAll()
          .forUpdate()
          .executeTakeFirstOrThrow()
        refuseClosed(before, refuse)
        await requireUnchanged(db, before, version)
        const state = operatorId === null ? before.state : stateAfterAssignment(before.state as CaseState)
        await db
          .updateTable('support_case')
          .set({ assigned_to_user_id: operatorId, state, updated_at: clock() })
          .where('case_id', '=', subject.case_id)
          .execute()
        await auditChange({
          ...{ db, actor, request },
          action: 'case_assigned',
          customerId: subject.customer_id,
          subject: `case:${subject.case_id}`,
          before: { operatorId: before.assigned_to_user_id, state: before.state },
          after: { operatorId, state },
        })
      })
      return undefined
    },
  })

  async function presentPreferences(row: SupportCaseRow) {
    const { channel, formats, callPhone } = await findAnswerPreferences(db, row)
    return { answer: channel, formats, call_phone: callPhone }
  }

  async function requireUnchanged(db: Database, before: SupportCaseRow, seen: string | undefined) {
    requireExpectedVersion(seen, await findCaseStatus(db, before))
  }

  serve(downloadCaseFile, {
    async find({ params: { id, attachmentId } }) {
      const match = await findCase(db, id)
      return match && isUploadId(attachmentId)
        ? findCaseFile(db, { caseId: match.case_id, uploadId: attachmentId })
        : undefined
    },
    async act({ subject }) {
      const content = await openUpload(files, subject)
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })
}

/** In an interruption of supply, the answer that was due names its cause and the expected restoration. */
function requiresOutage({ topic, answered_at }: SupportCaseRow, state: CaseState): boolean {
  return topic === 'continuity' && answered_at === null && state !== 'denied' && isDueAnswer(state, topic as CaseTopic)
}
