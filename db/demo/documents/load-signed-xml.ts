import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import texts from '#domains/invoices/texts/es.json' with { type: 'json' }
import type { Settings } from '#domains/retailer/settings.ts'
import type { Files } from '#outside/files/files.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { Database } from '../../database.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import { buildFacturae, type FacturaeParty } from './build-facturae.ts'
import { createDemoSigningKey } from './signing-key.ts'

/** Stores the signed XML of the newest invoice of the company's first contract, as companies receive it. */
export async function loadSignedXml(
  db: Database,
  { files, now, retailer, buyer }: { files: Files; now: Date; retailer: Settings['organization']; buyer: DemoHolder },
) {
  const invoice = await db
    .selectFrom('invoice')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where('contract.name', '=', buyer.supplies[0]!.contract)
    .orderBy('issued_on', 'desc')
    .selectAll('invoice')
    .limit(1)
    .executeTakeFirstOrThrow()
  const xml = buildFacturae(
    {
      number: invoice.number,
      issuedOn: invoice.issued_on,
      firstDay: invoice.starts_on,
      lastDay: invoice.ends_on,
      dueOn: invoice.due_on,
      totalCents: invoice.amount_total_cents,
      content: invoice.content as unknown as InvoiceContent,
      seller: toFacturaeParty({ ...retailer, taxId: retailer.nif }),
      buyer: toFacturaeParty({ ...buyer, address: buyer.fiscalAddress }),
    },
    { key: await createDemoSigningKey(retailer.name, now), descriptionOf },
  )
  await db
    .insertInto('invoice_document')
    .values({
      customer_id: invoice.customer_id,
      invoice_id: invoice.invoice_id,
      document_type: 'signed_xml',
      file_key: await files.put(xml),
    })
    .execute()
}

function descriptionOf({ kind, period }: BillLine): string {
  const description = texts.document.lines[kind]
  return period === null ? description : `${description} P${period}`
}

/** Both parties are in the province of Barcelona and have their address on one line: street, postcode and town. */
function toFacturaeParty({ taxId, name, address }: { taxId: string; name: string; address: string }): FacturaeParty {
  const [, street, postcode, city] = /^(.+?)(?: -|,) (\d{5}) (.+)$/.exec(address)!
  return { taxId, name, street: street!, postcode: postcode!, city: city!, province: 'Barcelona' }
}
