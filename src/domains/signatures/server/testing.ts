import { aContract, aCustomer, aUser } from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/portal.ts'
import { requestChange } from '#domains/changes/server/change-requests.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { closeSheet, openSheet } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/text.ts'
import { askForSignature } from './ask-for-signature.ts'

export const title = 'Cambio de potencia del contrato 0048213'

/** Somebody with a contract and a change of it that waits to be signed, as a change asks for it. */
export async function someoneWithSomethingToSign(portal: TestPortal) {
  const { db } = portal.context
  const customerId = await aCustomer(db, { name: 'Anna Soler', phone: '+34612345678' })
  const contract = await aContract(db, { customerId })
  const userId = await aUser(db, {
    customerIds: [customerId],
    name: 'Anna Soler',
    email: `anna${customerId}@example.test`,
  })
  return { customerId, contract, userId, ...(await anotherToSign(portal, { customerId, userId, contract })) }
}

type Asker = { customerId: number; userId: number; contract: { contractId: number } }

/** One more document to sign for a change of a contract. */
export async function anotherToSign(
  portal: TestPortal,
  { customerId, userId, contract: { contractId } }: Asker,
  kind = 'power',
) {
  const { db, files, clock } = portal.context
  const now = clock()
  const change = { customerId, contractId, kind, details: {}, userId, requestId: 'test', now }
  const document = await aDocument()
  return db.transaction().execute(async (transaction) => {
    const changeRequestId = (await requestChange(transaction, { ...change, state: 'waiting_for_signature' }))!
    const subject = { kind: 'change_request', id: changeRequestId }
    const asked = { customerId, userId, contractId, subject, title, document, locale: 'es', now } as const
    return { ...(await askForSignature(transaction, files, asked)), changeRequestId, document }
  })
}

/** A document as the PDF kit draws it. */
function aDocument(): Promise<Buffer> {
  const sheet = openSheet({
    language: 'es',
    title,
    subject: title,
    brand: brandOnPaper({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    createdAt: new Date('2026-11-20T09:00:00Z'),
    footer: 'Demo Energia',
    labelPage: (number, count) => `Página ${number} de ${count}`,
  })
  drawTitle(sheet, title)
  drawParagraph(sheet, 'Pides cambiar la potencia de 4,6 kW a 3,45 kW.')
  return closeSheet(sheet)
}

/** The code in the last message about a signature, as its mail would tell it. */
export async function mailedCode({ context: { db } }: TestPortal, signatureId: string): Promise<string> {
  const rows = await db.selectFrom('outbox_message').select('values').where('kind', '=', 'signatures.code').execute()
  const told = rows.map(({ values }) => values as { code: string; signatureId: string })
  return told.find((values) => values.signatureId === signatureId)!.code
}

/** A code that is not this one. */
export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
