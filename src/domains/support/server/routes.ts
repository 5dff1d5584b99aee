import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import { requestedValue, type ValueWords } from '#domains/changes/server/requested-value.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { Refused } from '#kit/refusal.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import {
  listCategories,
  listRequests,
  listSubtypes,
  listTypes,
  OpenRequest,
  openClaim,
  openRequest,
  openUnsigned,
  readLastReading,
  readRequest,
  type SentReading,
  writeMessage,
} from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import {
  afterCustomerWrote,
  areClaimsTaken,
  type CaseState,
  isOpen,
  leastFilesFor,
  meterReadingCategory,
  type Reading,
  readingProblems,
  requestLimits,
} from '../rules.ts'
import { type CaseContract, findCaseContract } from './contracts.ts'
import { knownMeter } from './meter.ts'
import { categoriesIn, findCategory, findSubtype, subtypesIn, typesIn } from './offers.ts'
import { addMessage, type FilesProblem, openCase, orFilesProblem } from './open-case.ts'
import { caseAsJson, findCase, findCaseAttachment, findRequests } from './store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  /** What the value of a change is called in a language. */
  valueWords: (locale: Locale) => ValueWords
}

/** What a call to write about a contract is about, as far as its body tells before the gate has read it. */
type Asked = CaseContract | 'unreadable'

const AskedContract = z.object({
  polissa_id: OpenRequest.shape.polissa_id,
  polissa_type: OpenRequest.shape.polissa_type,
})

const thousandths = (figure: number) => Math.round(figure * 1000)
const unitOf = ({ energy }: CaseContract) => (energy === 'gas' ? ('m3' as const) : ('kWh' as const))

export function supportRoutes({ serve, db, files, settings, clock, valueWords }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')
  const takesClaims = () => areClaimsTaken(settings.now().features)
  // Where there are no requests, nobody can follow what they wrote but by mail.
  const isFollowed = () => settings.now().featureFlags.crm.case

  serve(listTypes, async ({ actor }, refuse) => {
    if (!takesClaims()) throw refuse('contact_closed')
    const types = await typesIn(db, actor.locale, actor)
    return types.map(({ code, name }): [string, string] => [code, name])
  })

  serve(listSubtypes, {
    async find({ actor, params }) {
      const subtypes = await subtypesIn(db, params.tipus, actor.locale)
      return subtypes.length > 0 ? subtypes : undefined
    },
    permit(_, refuse) {
      if (!takesClaims()) throw refuse('contact_closed')
    },
    act: async ({ subject }) => subject.map(({ code, name }) => ({ name: code, desc: name })),
  })

  serve(openClaim, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    permit(_, refuse) {
      if (!takesClaims()) throw refuse('contact_closed')
    },
    async act({ actor, body, subject: contract, request }) {
      const { contract: named, tipus: typeCode, subtipus: subtypeCode, comments, attachment } = body
      if (named !== contract.name && named !== contract.contractId) throw invalid({ contract: ['invalid_value'] })
      const subtype = await findSubtype(db, { typeCode, subtypeCode, energy: contract.energy, locale: actor.locale })
      if (!subtype) throw invalid({ subtipus: ['invalid_value'] })
      const opened = await openCase(
        { db, files },
        {
          ...writerOf(actor, request),
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
      const { number, caseId, dueDay } = orFieldError(opened, 'attachment')
      return { result: number, id: caseId, due_on: dueDay }
    },
  })

  serve(listCategories, async ({ actor, query }, refuse) => {
    if (!query.unsigned && actor.kind === 'anonymous')
      throw refuse(actor.sessionEnded ? 'token_expired' : 'unauthenticated')
    const whose = query.unsigned || actor.kind === 'anonymous' ? 'anyone' : actor
    return { items: await categoriesIn(db, { locale: actor.locale, whose }) }
  })

  serve(openRequest, {
    find: ({ actor, request }) => findAsked(actor, request.body),
    permit(_, refuse) {
      const { features, featureFlags } = settings.now()
      if (!features.contact || !featureFlags.crm.case) throw refuse('contact_closed')
    },
    async act({ actor, body, subject: contract, request }) {
      if (contract === 'unreadable') throw new Error('The gate lets no body through that it cannot read.')
      const category = await findCategory(db, { categoryId: body.categ_id, of: contract })
      if (!category) throw invalid({ categ_id: ['invalid_value'] })
      requireFiles('attachments', body.attachments.length, body.categ_id)
      if (body.reading) await checkReading(contract, body.categ_id, body.reading)
      const opened = await openCase(
        { db, files },
        {
          ...writerOf(actor, request),
          contract,
          about: { categoryId: body.categ_id },
          caseType: category.case_type,
          subject: body.title,
          words: body.message,
          files: body.attachments,
          reading: body.reading ? { day: body.reading.date, amounts: body.reading.registers.map(thousandths) } : null,
          isFollowed: isFollowed(),
          now: clock(),
        },
      )
      const { caseId: id, number, dueDay } = orFieldError(opened, 'attachments')
      return { id, number, due_on: dueDay }
    },
  })

  serve(openUnsigned, async ({ actor, body, request }, refuse) => {
    // Whoever is signed in without a contract has no other way to write.
    const { features, featureFlags } = settings.now()
    const isOpen = features.unsignedContact || (actor.kind === 'customer' && features.contact && featureFlags.crm.case)
    if (!isOpen) throw refuse('contact_closed')
    const mobile = parsePhone(body.mobile)
    // As it is stored, with its prefix; grouped or with 00 in front it may be typed longer.
    if (!mobile || mobile.length > requestLimits.mobile) throw invalid({ mobile: ['invalid_mobile'] })
    const category = await findCategory(db, { categoryId: body.category, of: 'anyone' })
    if (!category) throw invalid({ category: ['invalid_value'] })
    const sent = Array.isArray(body.attachment) ? body.attachment : [body.attachment]
    requireFiles('attachment', sent.length, body.category)
    const retryAfterSeconds = await countVisit(db, unsignedLimits(body.email, request.ip), clock())
    if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
    const opened = await openCase(
      { db, files },
      {
        contract: null,
        // Files that were sent within a session are those of its user, also where the form for others is filled in.
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
    const { number, dueDay } = orFieldError(opened, 'attachment')
    return { result: number, due_on: dueDay }
  })

  serve(readLastReading, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    async act({ subject: contract }) {
      const { registers, last, measured, usualPerDay } = await knownMeter(db, contract, today())
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
    const words = valueWords(locale)
    const items = page.items.map(({ details, ...request }) => {
      const { change } = request
      return { ...request, value: change === null ? null : requestedValue({ kind: change, details }, locale, words) }
    })
    return { ...page, items }
  })

  serve(readRequest, {
    find: ({ actor, params }) => findOwn(actor, params.id),
    act: async ({ actor, subject }) => new JsonText(await caseAsJson(db, subject, actor.locale)),
  })

  serve(writeMessage, {
    find: ({ actor, params }) => findOwn(actor, params.id),
    permit(found, refuse) {
      if (!isOpen(found.state as CaseState)) throw refuse('case_closed')
    },
    async act({ actor, body, subject: found }, refuse) {
      const now = clock()
      const written = await orFilesProblem(db, async (transaction) => {
        // Whoever answers for the retailer may decide it at this very moment.
        const { state } = await transaction
          .selectFrom('support_case')
          .where('case_id', '=', found.case_id)
          .select('state')
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (!isOpen(state as CaseState)) throw refuse('case_closed')
        await transaction
          .updateTable('support_case')
          .set({ state: afterCustomerWrote(state as CaseState), updated_at: now })
          .where('case_id', '=', found.case_id)
          .execute()
        const messageId = await addMessage(
          { db: transaction, files },
          {
            caseId: found.case_id,
            author: 'customer',
            userId: actor.userId,
            words: body.message,
            files: body.attachments,
            now,
          },
        )
        const { case_id, customer_id, contract_id } = found
        const data = { case_id, message_id: messageId, customer_id, contract_id }
        await queueEvent(transaction, { type: 'case.answered', data }, now)
        return messageId
      })
      return { id: orFieldError(written, 'attachments') }
    },
  })

  serve(downloadCaseAttachment, {
    find: ({ actor: { customerIds }, params: { id, attachmentId } }) => {
      const caseId = idOf(id)
      return caseId !== undefined && /^[\da-f-]{36}$/.test(attachmentId)
        ? findCaseAttachment(db, { customerIds, caseId, uploadId: attachmentId })
        : Promise.resolve(undefined)
    },
    async act({ subject }) {
      const content = await openUpload(files, subject)
      return { content, fileName: subject.file_name, mediaType: subject.media_type }
    },
  })

  // Whose something is comes before whether the body is right, so the contract is looked for in the body as it came.
  async function findAsked({ customerIds }: CustomerActor, body: unknown): Promise<Asked | undefined> {
    const asked = AskedContract.safeParse(body)
    if (!asked.success) return 'unreadable'
    const { polissa_id: contractId, polissa_type: energy } = asked.data
    return findCaseContract(db, { customerIds, contractId, energy })
  }

  async function findOwn({ customerIds }: CustomerActor, text: string) {
    const caseId = idOf(text)
    return caseId === undefined ? undefined : findCase(db, { customerIds, caseId })
  }

  function requireFiles(field: string, count: number, categoryId: number) {
    const least = leastFilesFor(categoryId, settings.now().requests)
    if (count < least) throw invalid({ [field]: [least > 1 ? `attachment_missing:${least}` : 'attachment_missing'] })
  }

  async function checkReading(contract: CaseContract, categoryId: number, reading: typeof SentReading._zod.output) {
    if (categoryId !== meterReadingCategory) throw invalid({ categ_id: ['invalid_value'] })
    const known = await knownMeter(db, contract, today())
    const sent = {
      day: reading.date,
      amounts: reading.registers.map(thousandths),
      isConfirmed: reading.confirmed,
    }
    const fields: FieldErrors = {}
    for (const { at, code } of readingProblems(sent, known, today()))
      fields[at === 'day' ? 'reading.date' : at === 'registers' ? 'reading.registers' : `reading.registers.${at}`] = [
        code,
      ]
    if (Object.keys(fields).length === 0) return
    throw invalid(fields, { last_reading: known.last && presentReading(known.last) })
  }
}

function presentReading({ day, amounts }: Reading) {
  return { date: day, registers: amounts.map((amount) => amount / 1000) }
}

function writerOf(actor: CustomerActor, request: FastifyRequest) {
  return { userId: actor.userId, contact: null, locale: actor.locale, requestId: request.id }
}

// Whoever writes in good faith writes once or twice; a program that fills our inbox, or somebody else's, does not get far.
function unsignedLimits(email: string, address: string) {
  return [
    { what: 'contact', per: 'network', value: address, most: 10, minutes: 60 },
    { what: 'contact', per: 'email', value: email, most: 3, minutes: 60 },
  ] as const
}

function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function invalid(fields: FieldErrors, extra?: Record<string, unknown>): Refused {
  return new Refused('invalid', 400, { fields, extra })
}

function orFieldError<T extends number | object>(done: T | FilesProblem, field: string): T {
  if (typeof done === 'string') throw invalid({ [field]: [done] })
  return done
}
