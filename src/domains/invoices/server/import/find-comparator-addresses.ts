import { openTimedThread } from '#kit/server/timed-thread.ts'
import type { InvoiceLine } from './invoice-line.ts'

// For one PDF. The first one waits for its reader to be loaded too.
const threadLimits = { timeLimitMs: 10_000, maxHeapMb: 256, maxBufferMb: 500 }
// For all PDFs of an import, which is one transaction. Those that are not read by then have no code.
const maxSearchMs = 60_000

/**
 * Returns the addresses of the comparator of the CNMC in the PDFs of invoices, as a link or as a QR code, by
 * the number of the invoice. A PDF that cannot be read in time has none.
 */
export async function findComparatorAddresses(invoices: readonly InvoiceLine[]): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  const script = new URL('./comparator-address-worker.ts', import.meta.url)
  const thread = openTimedThread<Uint8Array, string | null>(script, threadLimits)
  const endsAt = performance.now() + maxSearchMs
  try {
    for (const { number, documents } of invoices) {
      const pdf = documents.find(({ type }) => type === 'pdf')
      if (!pdf || performance.now() > endsAt) continue
      const address = await thread.run(Buffer.from(pdf.base64, 'base64'))
      if (address) addresses.set(number, address)
    }
  } finally {
    await thread.close()
  }
  return addresses
}
