import { beforeAll, describe, expect, test } from 'vitest'
import { makeDemoCertificate } from './demo-certificate.ts'
import { brandOnPaper } from './pdf/brand.ts'
import { closeSheet, openSheet } from './pdf/sheet.ts'
import { signaturesOf, structureOf } from './pdf/testing.ts'
import { drawTitle } from './pdf/text.ts'
import { sealPdf } from './sealed-pdf.ts'

const now = new Date('2026-11-20T09:00:00Z')
const passphrase = 'àrea privada'
const seal = { passphrase, name: 'Demo Energía', reason: 'Emisión de la factura nº 3', location: 'València', at: now }

describe('a sealed document', () => {
  let plain: Buffer
  let p12: Buffer
  let sealed: Buffer

  beforeAll(async () => {
    plain = await drawDocument()
    // The accents are those that names in Spanish certificates have.
    const names = { commonName: 'Demo Energía · sello', organisation: 'Demo Energía, S.L.' }
    p12 = await makeDemoCertificate({ ...names, passphrase, now, years: 10 })
    sealed = await sealPdf(plain, { ...seal, p12 })
  })

  test('is valid, whole, and says who sealed it', async () => {
    const report = await signaturesOf(sealed)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(report).toContain('Signer Certificate Common Name: Demo Energía · sello')
    expect(report).toContain('Signing Hash Algorithm: SHA-256')
    expect(report).toContain('Signing Time: Nov 20 2026 09:00:00')
  })

  test('is no longer valid when a byte of it is changed', async () => {
    const changed = Buffer.from(sealed)
    const title = changed.indexOf('/Title')
    changed[title + '/Title ('.length] = 'X'.charCodeAt(0)
    expect(await signaturesOf(changed)).not.toContain('Signature is Valid.')
  })

  test('says when something was added to it later', async () => {
    const added = Buffer.concat([sealed, Buffer.from('\n% more\n%%EOF\n')])
    expect(await signaturesOf(added)).toContain('Not total document signed')
  })

  test('begins with the document as it was, tags and all', async () => {
    expect(sealed.subarray(0, plain.length - 1)).toEqual(plain.subarray(0, plain.length - 1))
    expect(await structureOf(sealed)).toBe(await structureOf(plain))
  })

  test('is not made with another passphrase', async () => {
    await expect(sealPdf(plain, { ...seal, p12, passphrase: 'another' })).rejects.toThrow(/password/)
  })
})

function drawDocument(): Promise<Buffer> {
  const sheet = openSheet({
    language: 'es',
    title: 'Factura nº 3',
    subject: 'Luz',
    brand: brandOnPaper({ name: 'Demo Energía', color: '#0b5a43', logo: null }),
    createdAt: now,
    footer: 'Demo Energía, S.L.',
    labelPage: (number, count) => `Página ${number} de ${count}`,
  })
  drawTitle(sheet, 'Factura nº 3')
  return closeSheet(sheet)
}
