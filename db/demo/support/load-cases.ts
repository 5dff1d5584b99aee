import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isDueAnswer, isOpenCase } from '#domains/support/rules.ts'
import { awaitCompletion, closeCase, endAnswerDuty, openAnswerDuty } from '#domains/support/server/answer-duty.ts'
import { findContractOfCase } from '#domains/support/server/find-case-contract.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import type { Files } from '#outside/files/files.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { DemoRetailer } from '../documents/draw-demo-document.ts'
import { demoUuidOf } from '../invoices/card-payments.ts'
import { type DemoCase, type DemoCaseMessage, demoCases } from './demo-cases.ts'

type LoadCasesDeps = { files: Files; now: Date; retailer: DemoRetailer }

/** Stores the cases of the demo's customers with the answers. */
export async function loadCases(db: Database, deps: LoadCasesDeps) {
  for (const demoCase of demoCases) await loadCase(db, demoCase, deps)
  // Each demo of a day is the same, also in the ids that the database chooses at random.
  await sql`update duty set duty_id = md5(kind || subject)::uuid`.execute(db)
}

async function loadCase(db: Database, demoCase: DemoCase, deps: LoadCasesDeps) {
  const { messages, about, caseType, topic, subject, state } = demoCase
  const contract = await db
    .selectFrom('contract')
    .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('contract.name', '=', demoCase.contract)
    .select(['contract.customer_id', 'contract_id', 'user_account.user_id', 'locale'])
    .executeTakeFirstOrThrow()
  const openedAt = writtenAtOf(messages[0]!, deps.now)
  const answer = messages.find(({ by }) => by === 'administrator')
  const { case_id: caseId } = await db
    .insertInto('support_case')
    .values({
      customer_id: contract.customer_id,
      contract_id: contract.contract_id,
      opened_by_user_id: contract.user_id,
      type_code: 'typeCode' in about ? about.typeCode : null,
      subtype_code: 'typeCode' in about ? about.subtypeCode : null,
      category_id: 'categoryId' in about ? about.categoryId : null,
      case_type: caseType,
      subject,
      state,
      topic,
      locale: contract.locale,
      opened_at: openedAt,
      updated_at: writtenAtOf(messages.at(-1)!, deps.now),
      answered_at: answer && isDueAnswer(state, topic) ? writtenAtOf(answer, deps.now) : null,
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  for (const message of messages) await loadMessage(db, { caseId, userId: contract.user_id, message }, deps)
  await loadDuties(db, {
    ...demoCase,
    caseId,
    ...contract,
    openedAt,
    answeredAt: answer && writtenAtOf(answer, deps.now),
  })
}

type CaseForDuties = Pick<DemoCase, 'caseType' | 'topic' | 'state'> & {
  caseId: number
  customer_id: number
  contract_id: number
  openedAt: Date
  answeredAt: Date | undefined
}

async function loadDuties(db: Database, { caseId, openedAt, answeredAt, ...loaded }: CaseForDuties) {
  const { caseType, topic, state } = loaded
  const contract = await findContractOfCase(db, loaded)
  await openAnswerDuty(db, { caseId, caseType, topic, contract, at: openedAt })
  if (!answeredAt) return
  if (state === 'additional_information_required') await awaitCompletion(db, { caseId, contract, now: answeredAt })
  if (isDueAnswer(state, topic)) await endAnswerDuty(db, caseId, { state: 'done', now: answeredAt })
  if (!isOpenCase(state)) await closeCase(db, { caseId, contract, now: answeredAt })
}

async function loadMessage(
  db: Database,
  { caseId, userId, message }: { caseId: number; userId: number; message: DemoCaseMessage },
  deps: LoadCasesDeps,
) {
  const { by, text, attachment } = message
  const writtenAt = writtenAtOf(message, deps.now)
  const writer = by === 'customer' ? userId : null
  const { message_id: messageId } = await db
    .insertInto('support_message')
    .values({ case_id: caseId, author: by, user_id: writer, words: text, written_at: writtenAt })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  if (!attachment) return
  const content = await drawAttachment(attachment, writtenAt, deps.retailer)
  const uploadId = demoUuidOf(`upload of ${caseId} ${attachment.fileName}`)
  await db
    .insertInto('upload')
    .values({
      upload_id: uploadId,
      user_id: writer,
      file_name: attachment.fileName,
      media_type: 'application/pdf',
      size_bytes: content.length,
      file_key: await deps.files.put(content),
      created_at: writtenAt,
      used_at: writtenAt,
      // It was generated here.
      scan_state: 'clean',
      scanned_at: writtenAt,
    })
    .execute()
  await db
    .insertInto('support_attachment')
    .values({ case_id: caseId, message_id: messageId, upload_id: uploadId, place: 0 })
    .execute()
}

// In the middle of the morning, so that the date is the same in every server time zone.
function writtenAtOf({ daysAgo }: DemoCaseMessage, now: Date): Date {
  const instant = new Date(now.getTime() - daysAgo * msPerDay)
  instant.setUTCHours(9, 12, 0, 0)
  return instant
}

function drawAttachment(
  { title, text }: NonNullable<DemoCaseMessage['attachment']>,
  at: Date,
  { organization, brand }: DemoRetailer,
) {
  const pdf = openPdfDocument({
    language: 'es',
    title,
    subject: title,
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    createdAt: at,
    footer: title,
    labelPage: (number, count) => `${number} / ${count}`,
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  addSpace(pdf, 8)
  drawParagraph(pdf, text)
  return closePdfDocument(pdf)
}
