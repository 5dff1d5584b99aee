import { readLinks } from '#kit/server/pdf/read-links.ts'
import { readComparatorCode } from '#vocabulary/comparator-code.ts'
import type { InvoiceLine } from './invoice-line.ts'

/**
 * Returns the addresses of the comparator of the CNMC to which the PDFs of invoices link, by the number of the invoice. A
 * code that is only a picture is not read.
 */
export async function findComparatorAddresses(invoices: readonly InvoiceLine[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { number, documents } of invoices) {
    const pdf = documents.find(({ type }) => type === 'pdf')
    const links = pdf ? await readLinks(Buffer.from(pdf.base64, 'base64')) : []
    const address = links.find((link) => readComparatorCode(link) !== null)
    if (address !== undefined) found.set(number, address)
  }
  return found
}
