import type { Database } from '#db/database.ts'
import { keptSecret } from '#domains/session/server/secret-keys.ts'

const certificateYears = 10
// The container stands in the database beside its passphrase, so the passphrase protects nothing and may be plain.
const passphrase = 'llum'

/** Seals documents in the retailer's name. */
export type SealDocument = (pdf: Buffer, reason: string) => Promise<Buffer>

/** Seals with a certificate of the portal's own, made at the first use and kept with its data. */
export function sealWithOwnCertificate({
  db,
  retailerName,
  clock,
}: {
  db: Database
  retailerName: () => string
  clock: () => Date
}): SealDocument {
  return async (pdf, reason) => {
    // They come with the first document to seal: their libraries take memory that other servers should not give.
    const { makeDemoCertificate } = await import('#kit/server/demo-certificate.ts')
    const { sealPdf } = await import('#kit/server/sealed-pdf.ts')
    const name = retailerName()
    const subject = { commonName: name, organisation: name, passphrase, now: clock(), years: certificateYears }
    const p12 = await keptSecret(db, 'seal', () => makeDemoCertificate(subject))
    return sealPdf(pdf, { p12, passphrase, name, reason, location: 'ES', at: clock() })
  }
}
