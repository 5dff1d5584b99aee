import { requestedValue } from '#domains/changes/server/requested-value.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { isUploadId } from '#domains/uploads/upload-id.ts'
import { parseId } from '#kit/parse-id.ts'
import { JsonText } from '#kit/server/reply.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listRequests, readBreakdownContact, readLastReading, readRequest, writeMessage } from '../api.ts'
import { downloadCaseAttachment, downloadReceipt } from '../downloads.ts'
import { type CaseState, isOpenCase } from '../rules.ts'
import { addCustomerMessage } from './add-customer-message.ts'
import { findCaseAttachment, findOwnCase, findRequests, renderCaseJson } from './case-store.ts'
import { type CaseContract, findCaseContract } from './find-case-contract.ts'
import { throwFieldError } from './invalid-fields.ts'
import { findMeterHistory } from './meter-history.ts'
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
      const message = { userId: actor.userId, words: body.message, files: body.attachments, now: clock() }
      const checkState = (state: CaseState) => {
        if (!isOpenCase(state)) throw refuse('case_closed')
      }
      const result = await addCustomerMessage({ db, files }, caseRow, { message, checkState })
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
      return caseId !== undefined && isUploadId(attachmentId)
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
