import type { Database } from '#db/database.ts'
import { readOrCreateSecret } from '#kit/server/secret-keys.ts'

const certificateYears = 10
// The container is stored in the database next to its passphrase, so the passphrase protects nothing and may be in
// clear.
const passphrase = 'llum'

/** Seals documents in the retailer's name. */
export type SealDocument = (pdf: Buffer, reason: string) => Promise<Buffer>

/** Returns a sealer that uses a certificate of the portal's own, created on first use and stored with its data. */
export function createDocumentSealer({
  db,
  retailerName,
  clock,
}: {
  db: Database
  retailerName: () => string
  clock: () => Date
}): SealDocument {
  return async (pdf, reason) => {
    // Loaded with the first document to seal, because the libraries take memory that other servers should not spend.
    const { makeDemoCertificate } = await import('#kit/server/demo-certificate.ts')
    const { signPdf } = await import('#kit/server/sign-pdf.ts')
    const name = retailerName()
    const subject = { commonName: name, organisation: name, passphrase, now: clock(), years: certificateYears }
    const p12 = await readOrCreateSecret(db, 'seal', () => makeDemoCertificate(subject))
    return signPdf(pdf, { p12, passphrase, name, reason, location: 'ES', at: clock() })
  }
}
