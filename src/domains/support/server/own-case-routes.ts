import { requestedValue } from '#domains/changes/server/requested-value.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { parseId } from '#kit/parse-id.ts'
import { JsonText } from '#kit/server/reply.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listRequests, readBreakdownContact, readLastReading, readRequest, writeMessage } from '../api.ts'
import { downloadCaseAttachment, downloadReceipt } from '../downloads.ts'
import { type CaseState, isOpenCase, stateAfterCustomerMessage } from '../rules.ts'
import { resumeAnswerDuty } from './answer-duty.ts'
import { findCaseAttachment, findOwnCase, findRequests, renderCaseJson } from './case-store.ts'
import { type CaseContract, findCaseContract } from './find-case-contract.ts'
import { throwFieldError } from './invalid-fields.ts'
import { findMeterHistory } from './meter-history.ts'
import { insertCaseMessage, runOrFilesProblem } from './open-case.ts'
import { presentReading } from './present-reading.ts'
import { receiptFileOf } from './receipt-file.ts'
import type { SupportRouteDeps } from './routes.ts'

/** Registers the calls of a customer's own cases, and of the readings of their meters. */
export function ownCaseRoutes({ serve, db, files, settings, clock, valueTextsFor, receiptTextsFor }: SupportRouteDeps) {
  serve(readLastReading, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    async act({ subject: contract }) {
      const { registers, last, measured, usualPerDay } = await findMeterHistory(
        db,
        contract,
        marketDayOf(clock(), 'Europe/Madrid'),
      )
      return {
        unit: unitOf(contract),
        registers,
        last: last && presentReading(last),
        measured: measured && presentReading(measured),
        usual_per_day: usualPerDay?.map((amount) => Math.round(amount) / 1000) ?? null,
      }
    },
  })

  serve(readBreakdownContact, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    act: async ({ subject: { distributor } }) => ({
      distributor: distributor && { name: distributor.name, breakdown_phone: distributor.breakdownPhone },
    }),
  })

  serve(listRequests, async ({ actor, query }) => {
    const { customerIds, locale } = actor
    const page = await findRequests(db, { customerIds, locale, ...query, now: clock() })
    const valueTexts = valueTextsFor(locale)
    const items = page.items.map(({ details, ...request }) => {
      const { change } = request
      return {
        ...request,
        value: change === null ? null : requestedValue({ kind: change, details }, locale, valueTexts),
      }
    })
    return { ...page, items }
  })

  serve(readRequest, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    act: async ({ actor, subject }) =>
      new JsonText(await renderCaseJson(db, subject, { locale: actor.locale, now: clock() })),
  })

  serve(writeMessage, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    permit(caseRow, refuse) {
      if (!isOpenCase(caseRow.state as CaseState)) throw refuse('case_closed')
    },
    async act({ actor, body, subject: caseRow }, refuse) {
      const now = clock()
      const result = await runOrFilesProblem(db, async (transaction) => {
        // The retailer may be deciding the case concurrently with an answer.
        const { state } = await transaction
          .selectFrom('support_case')
          .where('case_id', '=', caseRow.case_id)
          .select('state')
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (!isOpenCase(state as CaseState)) throw refuse('case_closed')
        await transaction
          .updateTable('support_case')
          .set({ state: stateAfterCustomerMessage(state as CaseState), updated_at: now, completion_warned_at: null })
          .where('case_id', '=', caseRow.case_id)
          .execute()
        await resumeAnswerDuty(transaction, caseRow.case_id, now)
        const messageId = await insertCaseMessage(
          { db: transaction, files },
          {
            caseId: caseRow.case_id,
            author: 'customer',
            userId: actor.userId,
            words: body.message,
            files: body.attachments,
            now,
          },
        )
        const { case_id, customer_id, contract_id } = caseRow
        const data = { case_id, message_id: messageId, customer_id, contract_id }
        await queueEvent(transaction, { type: 'case.answered', data }, now)
        return messageId
      })
      return { id: throwFieldError(result, 'attachments') }
    },
  })

  serve(downloadReceipt, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    act: async ({ subject }) => receiptFileOf({ db, settings, receiptTextsFor }, subject),
  })

  serve(downloadCaseAttachment, {
    find: ({ actor: { customerIds }, params: { id, attachmentId } }) => {
      const caseId = parseId(id)
      return caseId !== undefined && /^[\da-f-]{36}$/.test(attachmentId)
        ? findCaseAttachment(db, { customerIds, caseId, uploadId: attachmentId })
        : Promise.resolve(undefined)
    },
    async act({ subject }) {
      const content = await openUpload(files, subject)
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })
}

const unitOf = ({ energy }: CaseContract) => (energy === 'gas' ? ('m3' as const) : ('kWh' as const))
