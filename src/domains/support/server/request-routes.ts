import * as z from 'zod/mini'
import type { CustomerActor } from '#kit/actor.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { listCategories, OpenRequestBody, openRequest, openUnsignedRequest, type ReadingInput } from '../api.ts'
import { findReadingProblems, meterReadingCategory, minFilesFor, requestLimits } from '../rules.ts'
import { presentDeadline } from './answer-duty.ts'
import { parseCallRequest } from './call-back-store.ts'
import { authorOf } from './case-author.ts'
import { findCategories, findCategory } from './case-type-store.ts'
import { type CaseContract, findCaseContract } from './find-case-contract.ts'
import { findInvoiceLine } from './find-invoice-line.ts'
import { invalidFields, throwFieldError } from './invalid-fields.ts'
import { findMeterHistory } from './meter-history.ts'
import { openCase } from './open-case.ts'
import { presentReading, toThousandths } from './present-reading.ts'
import type { SupportRouteDeps } from './routes.ts'

/** The subject of a request about a contract, as far as its body shows before the gate has validated it. */
type RequestContract = CaseContract | 'unreadable'

const RequestContractBody = z.object({
  polissa_id: OpenRequestBody.shape.polissa_id,
  polissa_type: OpenRequestBody.shape.polissa_type,
})

/** Registers the calls of requests to the retailer, of customers and of visitors. */
export function requestRoutes({ serve, db, files, settings, clock }: SupportRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listCategories, async ({ actor, query }, refuse) => {
    if (!query.unsigned && actor.kind === 'anonymous')
      throw refuse(actor.sessionEnded ? 'token_expired' : 'unauthenticated')
    const whose = query.unsigned || actor.kind === 'anonymous' ? 'anyone' : actor
    return { items: await findCategories(db, { locale: actor.locale, whose }) }
  })

  serve(openRequest, {
    find: ({ actor, request }) => findRequestContract(actor, request.body),
    permit(_, refuse) {
      const { features, featureFlags } = settings.now()
      if (!features.contact || !featureFlags.crm.case) throw refuse('contact_closed')
    },
    async act({ actor, body, subject: contract, request }) {
      if (contract === 'unreadable') throw new Error('The gate should have refused an unreadable body.')
      const category = await findCategory(db, { categoryId: body.categ_id, of: contract })
      if (!category) throw invalidFields({ categ_id: ['invalid_value'] })
      // The retailer has the invoice that is asked about.
      if (!body.invoice_line) requireFiles('attachments', body.attachments.length, body.categ_id)
      if (body.reading) await checkReading(contract, body.categ_id, body.reading)
      const invoiceLine = body.invoice_line && (await requireInvoiceLine(contract, body.invoice_line))
      const opened = await openCase(
        { db, files },
        {
          ...authorOf(actor, request, body),
          contract,
          about: { categoryId: body.categ_id },
          caseType: category.case_type,
          topic: category.topic,
          subject: body.title,
          words: body.message,
          files: body.attachments,
          reading: body.reading ? { day: body.reading.date, amounts: body.reading.registers.map(toThousandths) } : null,
          ...(invoiceLine ? { invoiceLine } : {}),
          // Without the requests pages, authors can follow their cases only by mail.
          isFollowed: settings.now().featureFlags.crm.case,
          call: { requested: parseCallRequest(body.call_back), care: settings.now().care },
          now: clock(),
        },
      )
      const { caseId: id, number, deadline } = throwFieldError(opened, 'attachments')
      return { id, number, ...presentDeadline(deadline) }
    },
  })

  serve(openUnsignedRequest, async ({ actor, body, request }, refuse) => {
    // A signed-in user without a contract has no other way to write.
    const { features, featureFlags } = settings.now()
    const isOpen = features.unsignedContact || (actor.kind === 'customer' && features.contact && featureFlags.crm.case)
    if (!isOpen) throw refuse('contact_closed')
    const mobile = parsePhone(body.mobile)
    // The limit applies to the stored form with its prefix; grouped or with a leading 00, the input may be longer.
    if (!mobile || mobile.length > requestLimits.mobile) throw invalidFields({ mobile: ['invalid_mobile'] })
    const category = await findCategory(db, { categoryId: body.category, of: 'anyone' })
    if (!category) throw invalidFields({ category: ['invalid_value'] })
    const sent = Array.isArray(body.attachment) ? body.attachment : [body.attachment]
    requireFiles('attachment', sent.length, body.category)
    const retryAfterSeconds = await countVisit(db, unsignedRateLimits(body.email, request.ip), clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const opened = await openCase(
      { db, files },
      {
        contract: null,
        // Files uploaded within a session belong to its user, even if the form for visitors is used.
        userId: actor.kind === 'customer' ? actor.userId : null,
        contact: { email: body.email, mobile },
        answer: { channel: body.answer ?? 'email', phone: body.answer === 'phone' ? mobile : null },
        about: { categoryId: body.category },
        caseType: category.case_type,
        topic: category.topic,
        subject: body.subject,
        words: body.description,
        files: sent,
        reading: null,
        isFollowed: false,
        call: { requested: parseCallRequest(body.call_back), care: settings.now().care },
        locale: actor.locale,
        now: clock(),
      },
    )
    const { number, deadline } = throwFieldError(opened, 'attachment')
    return { result: number, ...presentDeadline(deadline) }
  })

  // Ownership is checked before the body is validated, so the contract is read from the raw body.
  async function findRequestContract(
    { customerIds }: CustomerActor,
    body: unknown,
  ): Promise<RequestContract | undefined> {
    const parsed = RequestContractBody.safeParse(body)
    if (!parsed.success) return 'unreadable'
    const { polissa_id: contractId, polissa_type: energy } = parsed.data
    return findCaseContract(db, { customerIds, contractId, energy })
  }

  function requireFiles(field: string, count: number, categoryId: number) {
    const minFiles = minFilesFor(categoryId, settings.now().requests)
    if (count < minFiles)
      throw invalidFields({ [field]: [minFiles > 1 ? `attachment_missing:${minFiles}` : 'attachment_missing'] })
  }

  async function requireInvoiceLine(contract: CaseContract, request: { number: string; line?: number | undefined }) {
    const invoiceLine = await findInvoiceLine(db, contract, request)
    if (!invoiceLine) throw invalidFields({ invoice_line: ['invalid_value'] })
    return invoiceLine
  }

  async function checkReading(contract: CaseContract, categoryId: number, reading: typeof ReadingInput._zod.output) {
    if (categoryId !== meterReadingCategory) throw invalidFields({ categ_id: ['invalid_value'] })
    const meter = await findMeterHistory(db, contract, today())
    const sent = {
      day: reading.date,
      amounts: reading.registers.map(toThousandths),
      isConfirmed: reading.confirmed,
    }
    const fields: FieldErrors = {}
    for (const { at, code } of findReadingProblems(sent, meter, today()))
      fields[at === 'day' ? 'reading.date' : at === 'registers' ? 'reading.registers' : `reading.registers.${at}`] = [
        code,
      ]
    if (Object.keys(fields).length === 0) return
    throw invalidFields(fields, { last_reading: meter.last && presentReading(meter.last) })
  }
}

/**
 * Returns the limits of what somebody without a session may send. Legitimate users write once or twice; the limits stop
 * programs that flood the retailer's inbox or someone else's.
 */
export function unsignedRateLimits(email: string, address: string) {
  return [
    { what: 'contact', per: 'network', value: address, maxCount: 10, minutes: 60 },
    { what: 'contact', per: 'email', value: email, maxCount: 3, minutes: 60 },
  ] as const
}
