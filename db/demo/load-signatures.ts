import { translator } from '#app/server/texts/texts.ts'
import type { Database } from '#db/database.ts'
import { markAwaitingSignature } from '#domains/changes/server/awaiting-signature.ts'
import { findContractToChange } from '#domains/changes/server/contract-to-change.ts'
import type { RequestDocumentContext } from '#domains/changes/server/documents/request-document.ts'
import { drawSipsRequest } from '#domains/changes/server/documents/sips-request-document.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Files } from '#outside/files/files.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { DemoRetailer } from './documents/draw-demo-document.ts'
import { storePendingSignature } from './pending-signature.ts'

/** Biel's second house, for which he has requested that the register release no data. */
const contractName = '0049078'
const kind = 'no_cession_sips'
const requestedMsAgo = 26 * msPerHour

/** Leaves one request of a holder unsigned, so that the home page has something to point at. */
export async function loadSignatures(
  db: Database,
  { files, now, retailer }: { files: Files; now: Date; retailer: DemoRetailer },
) {
  const { customer_id, user_id, locale } = await db
    .selectFrom('contract')
    .innerJoin('user_customer', 'user_customer.customer_id', 'contract.customer_id')
    .innerJoin('user_account', 'user_account.user_id', 'user_customer.user_id')
    .where('contract.name', '=', contractName)
    .select(['contract.customer_id', 'user_account.user_id', 'locale'])
    .executeTakeFirstOrThrow()
  const contract = (await findContractToChange(db, { customerIds: [customer_id], name: contractName }))!
  const requestedAt = new Date(now.getTime() - requestedMsAgo)
  const document = await drawSipsRequest(
    { contract, requested: null, now: requestedAt },
    requestDocumentStyleOf(retailer, locale as Locale),
  )
  const { change_request_id: changeRequestId } = await db
    .insertInto('change_request')
    .values({
      customer_id,
      contract_id: contract.contractId,
      kind,
      state: 'waiting_for_signature',
      details: JSON.stringify({ noCessionSelection: 'actual' }),
      requested_by_user_id: user_id,
      requested_at: requestedAt,
      updated_at: requestedAt,
    })
    .returning('change_request_id')
    .executeTakeFirstOrThrow()
  const signatureId = await storePendingSignature(db, files, {
    ...{ contract, userId: user_id, locale, document, requestedAt },
    subject: { kind: 'change_request', id: changeRequestId },
  })
  const { customerId, contractId } = contract
  await markAwaitingSignature(db, { customerId, contractId, kind, changeRequestId, signatureId })
}

function requestDocumentStyleOf({ organization, brand }: DemoRetailer, locale: Locale): RequestDocumentContext {
  return {
    locale,
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    retailer: organization,
    t: translator(locale, 'changes.document') as RequestDocumentContext['t'],
  }
}
