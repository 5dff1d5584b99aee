import { beforeAll, describe, expect, test } from 'vitest'
import { makeDemoCertificate } from './demo-certificate.ts'
import { deriveDocumentBrand } from './pdf/brand.ts'
import { drawTitle } from './pdf/headings-and-paragraphs.ts'
import { closePdfDocument, openPdfDocument } from './pdf/pdf-document.ts'
import { readPdfSignatures, readPdfStructure } from './pdf/pdf-testing.ts'
import { signPdf } from './sign-pdf.ts'

const now = new Date('2026-11-20T09:00:00Z')
const passphrase = 'àrea privada'
const seal = { passphrase, name: 'Demo Energía', reason: 'Emisión de la factura nº 3', location: 'València', at: now }

describe('a signed PDF', () => {
  let plain: Buffer
  let p12: Buffer
  let sealed: Buffer

  beforeAll(async () => {
    plain = await drawDocument()
    // The accents occur in names of Spanish certificates.
    const names = { commonName: 'Demo Energía · sello', organisation: 'Demo Energía, S.L.' }
    p12 = await makeDemoCertificate({ ...names, passphrase, now, years: 10 })
    sealed = await signPdf(plain, { ...seal, p12 })
  })

  test('is valid, complete, and names its signer', async () => {
    const report = await readPdfSignatures(sealed)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(report).toContain('Signer Certificate Common Name: Demo Energía · sello')
    expect(report).toContain('Signing Hash Algorithm: SHA-256')
    expect(report).toContain('Signing Time: Nov 20 2026 09:00:00')
  })

  test('is invalid once a byte of it is changed', async () => {
    const changed = Buffer.from(sealed)
    const title = changed.indexOf('/Title')
    changed[title + '/Title ('.length] = 'X'.charCodeAt(0)
    expect(await readPdfSignatures(changed)).not.toContain('Signature is Valid.')
  })

  test('reveals a later addition', async () => {
    const added = Buffer.concat([sealed, Buffer.from('\n% more\n%%EOF\n')])
    expect(await readPdfSignatures(added)).toContain('Not total document signed')
  })

  test('begins with the unchanged document, including its tags', async () => {
    expect(sealed.subarray(0, plain.length - 1)).toEqual(plain.subarray(0, plain.length - 1))
    expect(await readPdfStructure(sealed)).toBe(await readPdfStructure(plain))
  })

  test('is not created with a wrong passphrase', async () => {
    await expect(signPdf(plain, { ...seal, p12, passphrase: 'another' })).rejects.toThrow(/password/)
  })
})

function drawDocument(): Promise<Buffer> {
  const sheet = openPdfDocument({
    language: 'es',
    title: 'Factura nº 3',
    subject: 'Luz',
    brand: deriveDocumentBrand({ name: 'Demo Energía', color: '#0b5a43', logo: null }),
    createdAt: now,
    footer: 'Demo Energía, S.L.',
    labelPage: (number, count) => `Página ${number} de ${count}`,
  })
  drawTitle(sheet, 'Factura nº 3')
  return closePdfDocument(sheet)
}
