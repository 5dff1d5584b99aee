import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import { requestedValue, type ValueTexts } from '#domains/changes/server/requested-value.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { Refused } from '#kit/refusal.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import {
  listCaseTypesOffered,
  listCategories,
  listRequests,
  listSubtypesOffered,
  OpenRequestBody,
  openClaim,
  openRequest,
  openUnsignedRequest,
  type ReadingInput,
  readLastReading,
  readRequest,
  writeMessage,
} from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import {
  areClaimsAccepted,
  type CaseState,
  findReadingProblems,
  isOpenCase,
  type MeterReading,
  meterReadingCategory,
  minFilesFor,
  requestLimits,
  stateAfterCustomerMessage,
} from '../rules.ts'
import { findCase, findCaseAttachment, findRequests, renderCaseJson } from './case-store.ts'
import { findCategories, findCategory, findSubtype, findSubtypes, findTypes } from './case-type-store.ts'
import { type CaseContract, findCaseContract } from './find-case-contract.ts'
import { findMeterHistory } from './meter-history.ts'
import { type FilesProblem, insertCaseMessage, openCase, runOrFilesProblem } from './open-case.ts'

type SupportRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** Returns the texts for the values of changes in a language. */
  valueTextsFor: (locale: Locale) => ValueTexts
}

/** The subject of a request about a contract, as far as its body shows before the gate has validated it. */
type RequestContract = CaseContract | 'unreadable'

const RequestContractBody = z.object({
  polissa_id: OpenRequestBody.shape.polissa_id,
  polissa_type: OpenRequestBody.shape.polissa_type,
})

const toThousandths = (figure: number) => Math.round(figure * 1000)
const unitOf = ({ energy }: CaseContract) => (energy === 'gas' ? ('m3' as const) : ('kWh' as const))

export function supportRoutes({ serve, db, files, settings, clock, valueTextsFor }: SupportRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')
  const areClaimsOpen = () => areClaimsAccepted(settings.now().features)
  // Without the requests pages, authors can follow their cases only by mail.
  const isFollowed = () => settings.now().featureFlags.crm.case

  serve(listCaseTypesOffered, async ({ actor }, refuse) => {
    if (!areClaimsOpen()) throw refuse('contact_closed')
    const types = await findTypes(db, actor.locale, actor)
    return types.map(({ code, name }): [string, string] => [code, name])
  })

  serve(listSubtypesOffered, {
    async find({ actor, params }) {
      const subtypes = await findSubtypes(db, params.tipus, actor.locale)
      return subtypes.length > 0 ? subtypes : undefined
    },
    permit(_, refuse) {
      if (!areClaimsOpen()) throw refuse('contact_closed')
    },
    act: async ({ subject }) => subject.map(({ code, name }) => ({ name: code, desc: name })),
  })

  serve(openClaim, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    permit(_, refuse) {
      if (!areClaimsOpen()) throw refuse('contact_closed')
    },
    async act({ actor, body, subject: contract, request }) {
      const { contract: contractRef, tipus: typeCode, subtipus: subtypeCode, comments, attachment } = body
      if (contractRef !== contract.name && contractRef !== contract.contractId)
        throw invalidFields({ contract: ['invalid_value'] })
      const subtype = await findSubtype(db, { typeCode, subtypeCode, energy: contract.energy, locale: actor.locale })
      if (!subtype) throw invalidFields({ subtipus: ['invalid_value'] })
      const opened = await openCase(
        { db, files },
        {
          ...authorOf(actor, request),
          contract,
          about: { typeCode, subtypeCode },
          caseType: subtype.case_type,
          subject: subtype.name,
          words: comments,
          files: attachment ? [attachment] : [],
          reading: null,
          isFollowed: isFollowed(),
          now: clock(),
        },
      )
      const { number, caseId, dueDay } = throwFieldError(opened, 'attachment')
      return { result: number, id: caseId, due_on: dueDay }
    },
  })

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
      requireFiles('attachments', body.attachments.length, body.categ_id)
      if (body.reading) await checkReading(contract, body.categ_id, body.reading)
      const opened = await openCase(
        { db, files },
        {
          ...authorOf(actor, request),
          contract,
          about: { categoryId: body.categ_id },
          caseType: category.case_type,
          subject: body.title,
          words: body.message,
          files: body.attachments,
          reading: body.reading ? { day: body.reading.date, amounts: body.reading.registers.map(toThousandths) } : null,
          isFollowed: isFollowed(),
          now: clock(),
        },
      )
      const { caseId: id, number, dueDay } = throwFieldError(opened, 'attachments')
      return { id, number, due_on: dueDay }
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
        about: { categoryId: body.category },
        caseType: category.case_type,
        subject: body.subject,
        words: body.description,
        files: sent,
        reading: null,
        isFollowed: false,
        locale: actor.locale,
        now: clock(),
      },
    )
    const { number, dueDay } = throwFieldError(opened, 'attachment')
    return { result: number, due_on: dueDay }
  })

  serve(readLastReading, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    async act({ subject: contract }) {
      const { registers, last, measured, usualPerDay } = await findMeterHistory(db, contract, today())
      return {
        unit: unitOf(contract),
        registers,
        last: last && presentReading(last),
        measured: measured && presentReading(measured),
        usual_per_day: usualPerDay?.map((amount) => Math.round(amount) / 1000) ?? null,
      }
    },
  })

  serve(listRequests, async ({ actor, query }) => {
    const { customerIds, locale } = actor
    const page = await findRequests(db, { customerIds, locale, ...query })
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
    find: ({ actor, params }) => findOwnCase(actor, params.id),
    act: async ({ actor, subject }) => new JsonText(await renderCaseJson(db, subject, actor.locale)),
  })

  serve(writeMessage, {
    find: ({ actor, params }) => findOwnCase(actor, params.id),
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
          .set({ state: stateAfterCustomerMessage(state as CaseState), updated_at: now })
          .where('case_id', '=', caseRow.case_id)
          .execute()
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

  async function findOwnCase({ customerIds }: CustomerActor, text: string) {
    const caseId = parseId(text)
    return caseId === undefined ? undefined : findCase(db, { customerIds, caseId })
  }

  function requireFiles(field: string, count: number, categoryId: number) {
    const minFiles = minFilesFor(categoryId, settings.now().requests)
    if (count < minFiles)
      throw invalidFields({ [field]: [minFiles > 1 ? `attachment_missing:${minFiles}` : 'attachment_missing'] })
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

function presentReading({ day, amounts }: MeterReading) {
  return { date: day, registers: amounts.map((amount) => amount / 1000) }
}

function authorOf(actor: CustomerActor, request: FastifyRequest) {
  return { userId: actor.userId, contact: null, locale: actor.locale, requestId: request.id }
}

// Legitimate users write once or twice; the limits stop programs that flood the retailer's inbox or someone else's.
function unsignedRateLimits(email: string, address: string) {
  return [
    { what: 'contact', per: 'network', value: address, maxCount: 10, minutes: 60 },
    { what: 'contact', per: 'email', value: email, maxCount: 3, minutes: 60 },
  ] as const
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function invalidFields(fields: FieldErrors, extra?: Record<string, unknown>): Refused {
  return new Refused('invalid', 400, { fields, extra })
}

function throwFieldError<T extends number | object>(outcome: T | FilesProblem, field: string): T {
  if (typeof outcome === 'string') throw invalidFields({ [field]: [outcome] })
  return outcome
}
