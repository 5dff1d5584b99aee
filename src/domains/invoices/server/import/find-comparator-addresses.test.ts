import { expect, test } from 'vitest'
import { makePdf } from '#kit/server/pdf/pdf-testing.ts'
import { drawCodePng } from '#kit/server/qr-code.ts'
import { invoice } from '../document-testing.ts'
import { findComparatorAddresses } from './find-comparator-addresses.ts'
import type { InvoiceLine } from './invoice-line.ts'

const address = invoice.comparatorAddress!

function imported(number: string, pdf: Buffer | null): InvoiceLine {
  const documents = pdf ? [{ type: 'pdf', base64: pdf.toString('base64') }] : []
  return { number, documents } as Partial<InvoiceLine> as InvoiceLine
}

const showCode = (text: string) => makePdf((doc) => doc.image(drawCodePng(text, 2).content, { width: 120 }))

test('an address of the comparator is found as a link and as a picture, and no bad file keeps it from others', async () => {
  const invoices = [
    imported('linked', await makePdf((doc) => doc.text('CNMC', { link: address }))),
    imported('broken', Buffer.from('%PDF-1.7 and nothing more')),
    imported('locked', await makePdf((doc) => doc.text('CNMC', { link: address }), { userPassword: 'secret' })),
    imported('other code', await showCode('https://shop.example/app?from=bill')),
    imported('no document', null),
    imported('pictured', await showCode(address)),
  ]
  expect(await findComparatorAddresses(invoices)).toEqual(
    new Map([
      ['linked', address],
      ['pictured', address],
    ]),
  )
})
