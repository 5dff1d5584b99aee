import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallDemo, type DemoEnvironment } from '../demo-testing.ts'

let ground: DemoEnvironment
beforeAll(async () => {
  ground = await createSmallDemo()
})
afterAll(() => ground.close())

test('attaches documents that are PDF files of the stated size', async () => {
  const attachments = await ground.db.selectFrom('attachment').selectAll().execute()
  expect(attachments).toHaveLength(7)
  for (const { file_key, size_bytes } of attachments) {
    const content = await buffer((await ground.files.get(file_key))!)
    expect(content).toHaveLength(size_bytes)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('stores a validly signed XML of an invoice of taller', async () => {
  const stored = await ground.db
    .selectFrom('invoice_document')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.customer_id', '=', 'invoice_document.customer_id')
        .onRef('invoice.invoice_id', '=', 'invoice_document.invoice_id'),
    )
    .select(['file_key', 'number', 'document_type', 'invoice.customer_id'])
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ document_type: 'signed_xml', customer_id: 3 })
  const xml = await text((await ground.files.get(stored.file_key))!)
  expect(xml).toContain(`<InvoiceNumber>${stored.number}</InvoiceNumber>`)

  const part = (name: string) => new RegExp(`<ds:${name}[ >].*</ds:${name}>`).exec(xml)![0]
  const inner = (name: string) => part(name).replace(/<[^>]*>/g, '')
  const signedInfo = part('SignedInfo').replace(
    '<ds:SignedInfo',
    '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
  )
  const { publicKey } = new X509Certificate(Buffer.from(inner('X509Certificate'), 'base64'))
  expect(createVerify('RSA-SHA256').update(signedInfo).verify(publicKey, inner('SignatureValue'), 'base64')).toBe(true)
  const document = xml.replace(part('Signature'), '')
  expect(inner('DigestValue')).toBe(createHash('sha256').update(document).digest('base64'))
})
