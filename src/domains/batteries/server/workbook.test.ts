import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertBattery,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { downloadBatteries } from '../downloads.ts'

let portal: TestPortal
let biel: TestVisitor
let customerId: number
const ids: number[] = []

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  biel = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  ids.push(await insertBattery(db, { customerId, name: 'Tejado & patio', balance_cents: 12_345 }))
  ids.push(await insertBattery(db, { customerId, name: '=HYPERLINK("http://evil.example")', balance_cents: 0 }))
  ids.push(await insertBattery(db, { customerId, name: 'Nave', balance_cents: 0 }))
  const contract = await insertContract(db, { customerId, supply_street: '@SUM(A1:A9)' })
  await insertBatteryLink(db, { contract, battery_id: ids[0]!, percentage: 30 })
})
afterAll(() => portal.close())

const ask = (visitor: TestVisitor, batteries: string) =>
  visitor.sendRaw(downloadBatteries, { params: { batteries } }, { headers: { 'accept-language': 'es' } })

async function partsOf(batteries: string): Promise<Record<string, string>> {
  const answer = await ask(biel, batteries)
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([name, content]) => [name, new TextDecoder().decode(content)]),
  )
}

test('exports the selected batteries as a workbook with balances, shares and ledger entries', async () => {
  const parts = await partsOf(`${ids[0]},${ids[1]}`)
  expect(parts['xl/workbook.xml']).toMatch(/name="Monederos".*name="Reparto".*name="Movimientos"/)
  const [wallets, shares, entries] = [1, 2, 3].map((sheet) => parts[`xl/worksheets/sheet${sheet}.xml`]!)
  const sheetTexts = parts['xl/sharedStrings.xml']! + wallets
  expect(sheetTexts).toContain('Tejado &amp; patio')
  expect(sheetTexts).not.toContain('Nave')
  expect(wallets).toContain('<v>123.45</v>')
  expect(shares).toContain('<v>0.3</v>')
  // 1 June 2025 in days since the end of 1899, as Excel counts them.
  expect(entries).toContain('<v>45809</v>')
})

test('keeps a text that begins like a formula as text, also when the sheet is saved as CSV', async () => {
  const parts = await partsOf(String(ids[1]))
  const all = Object.values(parts).join('')
  expect(all).toContain('&apos;=HYPERLINK'.replace('&apos;', "'"))
  expect(all).not.toMatch(/<f>/)
  const shares = Object.values(await partsOf(String(ids[0]))).join('')
  expect(shares).toContain("'@SUM(A1:A9)")
})

test('is sent as a download with a file name in the language of the request', async () => {
  const { headers } = await ask(biel, String(ids[0]))
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(headers['content-disposition']).toContain('filename="Monederos solares.xlsx"')
})

test('is refused without a session and for another customer’s battery, even among one’s own', async () => {
  const { db } = portal.context
  const foreign = await insertBattery(db, { customerId: await insertCustomer(db) })
  expect((await ask(portal.anonymous, String(ids[0]))).statusCode).toBe(401)
  for (const batteries of [`${foreign}`, `${ids[0]},${foreign}`, '0', `${ids[0]},`, 'all', '99999999999'])
    expect([batteries, (await ask(biel, batteries)).statusCode]).toEqual([batteries, 404])
})
