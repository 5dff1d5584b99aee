import type { Database } from '#db/database.ts'
import { dueOn, type TermUnit } from '#domains/support/rules.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { closeSheet, openSheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/text.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { demoUuid } from '../invoices/card-payments.ts'
import type { Retailer } from '../papers/drawn-paper.ts'
import { type ToldCase, type ToldMessage, toldCases } from './told-cases.ts'

type Needs = { files: Files; now: Date; retailer: Retailer }

/** Stores what the customers of the demo have written about, and what was answered. */
export async function loadCases(db: Database, needs: Needs) {
  for (const told of toldCases) await loadCase(db, told, needs)
}

async function loadCase(db: Database, told: ToldCase, needs: Needs) {
  const { messages, about, caseType, subject, state } = told
  const contract = await db
    .selectFrom('contract')
    .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('contract.name', '=', told.contract)
    .select(['contract.customer_id', 'contract_id', 'user_account.user_id', 'locale'])
    .executeTakeFirstOrThrow()
  const openedAt = instantOf(messages[0]!, needs.now)
  const openedOn = marketDayOf(openedAt, 'Europe/Madrid')
  const term = await db
    .selectFrom('answer_term')
    .where('case_type', '=', caseType)
    .where('valid_from', '<=', openedOn)
    .orderBy('valid_from', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()
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
      answer_term_id: term.answer_term_id,
      due_on: dueOn(openedOn, { count: term.count, unit: term.unit as TermUnit }),
      locale: contract.locale,
      opened_at: openedAt,
      updated_at: instantOf(messages.at(-1)!, needs.now),
      answered_at: answer ? instantOf(answer, needs.now) : null,
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  for (const message of messages) await loadMessage(db, { caseId, userId: contract.user_id, message }, needs)
}

async function loadMessage(
  db: Database,
  { caseId, userId, message }: { caseId: number; userId: number; message: ToldMessage },
  needs: Needs,
) {
  const { by, words, paper } = message
  const writtenAt = instantOf(message, needs.now)
  const writer = by === 'customer' ? userId : null
  const { message_id: messageId } = await db
    .insertInto('support_message')
    .values({ case_id: caseId, author: by, user_id: writer, words, written_at: writtenAt })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  if (!paper) return
  const content = await drawNote(paper, writtenAt, needs.retailer)
  const uploadId = demoUuid(`upload of ${caseId} ${paper.fileName}`)
  await db
    .insertInto('upload')
    .values({
      upload_id: uploadId,
      user_id: writer,
      file_name: paper.fileName,
      media_type: 'application/pdf',
      size_bytes: content.length,
      file_key: await needs.files.put(content),
      created_at: writtenAt,
      used_at: writtenAt,
      // It was drawn here.
      scan_state: 'clean',
      scanned_at: writtenAt,
    })
    .execute()
  await db
    .insertInto('support_attachment')
    .values({ case_id: caseId, message_id: messageId, upload_id: uploadId, place: 0 })
    .execute()
}

// In the middle of a morning, so that no clock of a server tells another day.
function instantOf({ daysAgo }: ToldMessage, now: Date): Date {
  const instant = new Date(now.getTime() - daysAgo * 86_400_000)
  instant.setUTCHours(9, 12, 0, 0)
  return instant
}

function drawNote({ title, words }: NonNullable<ToldMessage['paper']>, at: Date, { organization, brand }: Retailer) {
  const sheet = openSheet({
    language: 'es',
    title,
    subject: title,
    brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
    createdAt: at,
    footer: title,
    labelPage: (number, count) => `${number} / ${count}`,
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  skip(sheet, 8)
  drawParagraph(sheet, words)
  return closeSheet(sheet)
}
