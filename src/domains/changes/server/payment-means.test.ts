import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { changeAccount, choosePaymentMeans, listChanges } from '../api.ts'
import { signChange } from './changes-testing.ts'

const iban = 'ES9430353760575941403157'
const otherIban = 'ES3620805295124842414659'
let portal: TestPortal
let anna: TestVisitor
let looking: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, iban })
  const userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  looking = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})

const paramsOf = ({ name: contractName }: CreatedContract) => ({ contractName })
const choose = (visitor: TestVisitor, payment_means: string, of = contract) =>
  visitor.sendRaw(choosePaymentMeans, { params: paramsOf(of), body: { payment_means } as never })

async function shownOf(of: CreatedContract) {
  const { items } = await anna.send(listContracts, { query: { filter: JSON.stringify([['name', '=', of.name]]) } })
  const { payment_means, bank_account } = items[0]!
  return { payment_means, account: bank_account?.printable_iban ?? null }
}

test('has a contract paid by card or transfer at once, and by its account again with a signed mandate', async () => {
  expect(await shownOf(contract)).toEqual({ payment_means: 'direct_debit', account: 'ES94 •••• 3157' })
  expect((await choose(anna, 'transfer')).json()).toEqual({ payment_means: 'transfer' })
  expect(await shownOf(contract)).toEqual({ payment_means: 'transfer', account: null })
  const [request] = (await anna.send(listChanges, { params: paramsOf(contract) })).items
  expect(request).toMatchObject({ kind: 'payment_means', state: 'done', value: 'por transferencia' })
  expect((await choose(anna, 'card')).statusCode).toBe(200)
  expect(await shownOf(contract)).toEqual({ payment_means: 'card', account: null })

  const body = { already_registered: 'no', iban: otherIban, owner_is_bank_owner: true } as const
  const reply = await anna.send(changeAccount, { params: paramsOf(contract), body })
  expect((await choose(anna, 'transfer')).json().error.code).toBe('iban_change_open')
  await signChange(portal, anna, reply)
  expect(await shownOf(contract)).toEqual({ payment_means: 'direct_debit', account: 'ES36 •••• 4659' })
})

test('tells its holder once that the account is no longer charged', async () => {
  for (const _ of [1, 2]) await choose(anna, 'card')
  const { customerId } = contract
  const mails = await portal.context.db
    .selectFrom('outbox_message')
    .where('customer_id', '=', customerId)
    .select(['kind', 'values'])
    .execute()
  expect(mails).toEqual([{ kind: 'changes.paymentMeansChanged', values: { contract: contract.name, means: 'card' } }])
})

test('refuses anybody but the holder, a read-only user, an ended contract and another means', async () => {
  const ended = await insertContract(portal.context.db, { customerId: contract.customerId, state: 'baixa' })
  expect((await choose(portal.anonymous, 'card')).statusCode).toBe(401)
  expect((await choose(stranger, 'card')).statusCode).toBe(404)
  const answers = [await choose(looking, 'card'), await choose(anna, 'card', ended), await choose(anna, 'cash')]
  expect(answers.map((answer) => [answer.statusCode, answer.json().error?.code ?? answer.json().errors])).toEqual([
    [403, 'token_readonly'],
    [409, 'contract_not_active'],
    [400, expect.anything()],
  ])
  await portal.set('ibanChange.enabled', false)
  expect((await choose(anna, 'card')).json().error.code).toBe('change_not_offered')
  await portal.set('ibanChange.enabled', true)
  expect(await shownOf(contract)).toEqual({ payment_means: 'direct_debit', account: 'ES94 •••• 3157' })
})
