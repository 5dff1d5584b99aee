import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { downloadContractReport } from '#domains/contracts/downloads.ts'
import { downloadInvoice } from '#domains/invoices/downloads.ts'
import { findRecipients } from '#domains/messages/server/find-recipients.ts'
import { chooseDocumentFormats, readOwnDetails } from '#domains/profile/details-api.ts'
import { openRequest } from '#domains/support/api.ts'
import { downloadReceipt } from '#domains/support/downloads.ts'
import { type PlacedWord, wordsOf } from '#kit/server/pdf/pdf-testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let userId: number
let anna: TestVisitor
let reader: TestVisitor
let documents: Record<string, () => Promise<Buffer>>

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  const contract = await insertContract(db, { customerId })
  const invoiceId = await insertInvoice(db, { contract, number: 'FE26/1' })
  userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  reader = await portal.as(userId, { readonly: true })
  const { id } = await anna.send(openRequest, {
    body: {
      ...{ polissa_id: contract.contractId, polissa_type: 'electricity', categ_id: 11, attachments: [] },
      ...{ title: 'La factura', message: 'Es muy alta.' },
    },
  })
  const read = async (answer: Promise<{ rawPayload: Buffer }>) => (await answer).rawPayload
  documents = {
    receipt: () => read(anna.sendRaw(downloadReceipt, { params: { id: String(id) } })),
    invoice: () => read(anna.sendRaw(downloadInvoice, { params: { id: String(invoiceId), type: 'pdf' } })),
    contract: () => read(anna.sendRaw(downloadContractReport, { params: { contractName: contract.name } })),
  }
})
afterAll(() => portal.close())

/** Chooses formats, and waits until no server has the session cached. */
async function choose(formats: ('large_print' | 'easy_reading' | 'audio')[]) {
  await anna.send(chooseDocumentFormats, { body: { formats } })
  portal.setClock(new Date(portal.context.clock().getTime() + 2000))
}

const heightOf = ({ top, bottom }: PlacedWord) => bottom - top
function medianHeightOf(pages: PlacedWord[][]): number {
  const heights = pages
    .flat()
    .map(heightOf)
    .sort((one, other) => one - other)
  return heights[Math.floor(heights.length / 2)]!
}

const textOf = (pages: PlacedWord[][]) =>
  pages
    .flat()
    .map(({ text }) => text)
    .join('')

/** The words that lie on another one, by more than the rounding of their boxes. */
function overlapsIn(words: readonly PlacedWord[]): string[] {
  return words.flatMap((one, index) =>
    words
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > heightOf(one) / 2,
      )
      .map((other) => `${one.text} / ${other.text}`),
  )
}

test.each(['receipt', 'invoice', 'contract'])('the %s is drawn in large letters, none over another', async (name) => {
  await choose([])
  const usual = await wordsOf(await documents[name]!())
  await choose(['large_print'])
  const file = await documents[name]!()
  const large = await wordsOf(file)
  const ratio = medianHeightOf(large) / medianHeightOf(usual)
  expect(ratio).toBeGreaterThan(1.3)
  expect(ratio).toBeLessThan(1.6)
  expect(large.flatMap(overlapsIn)).toEqual([])
  for (const word of large.flat()) expect(word.right, word.text).toBeLessThanOrEqual(595)
  // Nothing is lost; long words may be broken between lines.
  const text = textOf(large)
  for (const word of usual.flat()) expect(text).toContain(word.text)
})

test('the formats are kept, in their order, and shown to their user', async () => {
  await choose(['audio', 'large_print'])
  expect((await anna.send(readOwnDetails, {})).formats).toEqual(['large_print', 'audio'])
})

test('mails to whoever needs easy reading have the link to it', async () => {
  const { db } = portal.context
  const isLinked = async () => {
    const message = { kind: 'support.answered', userId, customerId: null, toAddress: null, locale: null }
    return (await findRecipients(db, message, 'es')).map(({ needsEasyReading }) => needsEasyReading)
  }
  await choose(['easy_reading'])
  expect(await isLinked()).toEqual([true])
  await choose([])
  expect(await isLinked()).toEqual([false])
})

test('the formats are chosen by their user alone, among those that exist', async () => {
  const choice = { body: { formats: ['large_print' as const] } }
  expect((await portal.anonymous.sendRaw(chooseDocumentFormats, choice)).statusCode).toBe(401)
  expect((await reader.sendRaw(chooseDocumentFormats, choice)).statusCode).toBe(403)
  expect((await anna.sendRaw(chooseDocumentFormats, { body: { formats: ['braille'] } as never })).statusCode).toBe(400)
})
