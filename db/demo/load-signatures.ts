import { translator } from '#app/server/texts.ts'
import type { Database } from '#db/database.ts'
import type { RequestPaper } from '#domains/changes/server/documents/request-sheet.ts'
import { drawSipsRequest } from '#domains/changes/server/documents/sips-request.ts'
import { findContractToChange } from '#domains/changes/server/find-contract.ts'
import { startWaiting } from '#domains/changes/server/waiting.ts'
import type { Locale } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Files } from '#outside/files/files.ts'
import type { Retailer } from './papers/drawn-paper.ts'
import { keepWaitingSignature } from './waiting-signature.ts'

/** Biel's second house, of which he has asked the register to release nothing. */
const contractName = '0049078'
const kind = 'no_cession_sips'
const askedMs = 26 * 3_600_000

/** Leaves one request of a holder unsigned, so that the first page has something to point at. */
export async function loadSignatures(
  db: Database,
  { files, now, retailer }: { files: Files; now: Date; retailer: Retailer },
) {
  const { customer_id, user_id, locale } = await db
    .selectFrom('contract')
    .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('contract.name', '=', contractName)
    .select(['contract.customer_id', 'user_account.user_id', 'locale'])
    .executeTakeFirstOrThrow()
  const contract = (await findContractToChange(db, { customerIds: [customer_id], name: contractName }))!
  const askedAt = new Date(now.getTime() - askedMs)
  const document = await drawSipsRequest({ contract, asked: null, now: askedAt }, paperOf(retailer, locale as Locale))
  const { change_request_id: changeRequestId } = await db
    .insertInto('change_request')
    .values({
      customer_id,
      contract_id: contract.contractId,
      kind,
      state: 'waiting_for_signature',
      details: JSON.stringify({ noCessionSelection: 'actual' }),
      requested_by_user_id: user_id,
      requested_at: askedAt,
      updated_at: askedAt,
    })
    .returning('change_request_id')
    .executeTakeFirstOrThrow()
  const signatureId = await keepWaitingSignature(db, files, {
    ...{ contract, userId: user_id, locale, document, askedAt },
    subject: { kind: 'change_request', id: changeRequestId },
  })
  const { customerId, contractId } = contract
  await startWaiting(db, { customerId, contractId, kind, changeRequestId, signatureId })
}

function paperOf({ organization, brand }: Retailer, locale: Locale): RequestPaper {
  return {
    locale,
    brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }),
    retailer: organization,
    say: translator(locale, 'changes.document') as RequestPaper['say'],
  }
}
