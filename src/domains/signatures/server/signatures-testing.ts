import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/test-portal.ts'
import { createChangeRequest } from '#domains/changes/server/change-requests.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { requestSignature } from './request-signature.ts'

export const title = 'Cambio de potencia del contrato 0048213'

/** Creates a user with a contract, and a change of it that awaits their signature. */
export async function createPendingSignature(portal: TestPortal) {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Anna Soler', phone: '+34612345678' })
  const contract = await insertContract(db, { customerId })
  const userId = await insertUser(db, {
    customerIds: [customerId],
    name: 'Anna Soler',
    email: `anna${customerId}@example.test`,
  })
  return { customerId, contract, userId, ...(await createAnotherSignature(portal, { customerId, userId, contract })) }
}

type SigningCustomer = { customerId: number; userId: number; contract: { contractId: number } }

/** Creates a change of the contract that awaits a signature, and its document. */
export async function createAnotherSignature(
  portal: TestPortal,
  { customerId, userId, contract: { contractId } }: SigningCustomer,
  kind = 'power',
) {
  const { db, files, clock } = portal.context
  const now = clock()
  const change = { customerId, contractId, kind, details: {}, userId, requestId: 'test', now }
  const document = await createPdf()
  return db.transaction().execute(async (transaction) => {
    const changeRequestId = (await createChangeRequest(transaction, { ...change, state: 'waiting_for_signature' }))!
    const subject = { kind: 'change_request', id: changeRequestId }
    const input = { customerId, userId, contractId, subject, title, document, locale: 'es', now } as const
    return { ...(await requestSignature(transaction, files, input)), changeRequestId, document }
  })
}

/** Creates a document as the PDF kit draws it. */
function createPdf(): Promise<Buffer> {
  const pdf = openPdfDocument({
    language: 'es',
    title,
    subject: title,
    brand: deriveDocumentBrand({ name: 'Demo Energia', color: '#0b5a43', logo: null }),
    createdAt: new Date('2026-11-20T09:00:00Z'),
    footer: 'Demo Energia',
    labelPage: (number, count) => `Página ${number} de ${count}`,
  })
  drawTitle(pdf, title)
  drawParagraph(pdf, 'Pides cambiar la potencia de 4,6 kW a 3,45 kW.')
  return closePdfDocument(pdf)
}

/** Returns the code in the queued message about a signature, of which there is one. @throws when none is queued. */
export async function readMailedCode({ context: { db } }: TestPortal, signatureId: string): Promise<string> {
  const rows = await db.selectFrom('outbox_message').select('values').where('kind', '=', 'signatures.code').execute()
  const sent = rows.map(({ values }) => values as { code: string; signatureId: string })
  return sent.find((values) => values.signatureId === signatureId)!.code
}

/** Returns a code that differs from this one. */
export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
