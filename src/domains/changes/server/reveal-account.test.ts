import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { makeAccessToken } from '#domains/access-tokens/api.ts'
import { scopes } from '#domains/access-tokens/rules.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { ask } from '#domains/session/server/testing.ts'
import { changeAccount, listAccounts, listChanges, revealAccount } from '../api.ts'

const now = new Date('2026-11-20T15:24:00Z')
const iban = 'ES9430353760575941403157'
const masked = 'ES94 •••• 3157'
let portal: TestPortal
let customerId: number
let userId: number
let contract: MadeContract
let accountId: string
let anna: Visitor

beforeAll(async () => {
  portal = await testPortal({ now })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  customerId = await aCustomer(db)
  userId = await aUser(db, { customerIds: [customerId] })
  contract = await aContract(db, { customerId, iban })
  anna = await portal.as(userId)
  accountId = String((await anna.send(listAccounts, {})).items[0]!.id)
})

const reveal = (visitor: Visitor, id = accountId) => visitor.ask(revealAccount, { params: { accountId: id } })
const outcomeOf = async (answer: ReturnType<typeof reveal>) => {
  const { statusCode, payload } = await answer
  return [statusCode, JSON.parse(payload).message]
}
const entries = () =>
  portal.context.db
    .selectFrom('audit_entry')
    .where('action', '=', 'account_revealed')
    .where('customer_id', '=', customerId)
    .selectAll()
    .execute()

describe('an account', () => {
  test('is masked wherever its holder reads it', async () => {
    const params = { contractName: contract.name }
    const other = 'ES3620805295124842414659'
    const anew = { already_registered: 'no', iban: other, owner_is_bank_owner: true } as const
    const { versions } = (await anna.send(listContracts, { query: {} })).items[0]!
    const stale = await anna.ask(changeAccount, { params, body: { ...anew, version: `${versions!.bank_account}x` } })
    expect([stale.statusCode, stale.json().current.printable_iban]).toEqual([409, masked])
    await anna.send(changeAccount, { params, body: anew })
    const answers = await Promise.all([
      anna.ask(listContracts, { query: {} }),
      anna.ask(listAccounts, {}),
      anna.ask(listChanges, { params }),
    ])
    expect(answers.map(({ payload }) => payload)).toEqual([
      expect.stringContaining(masked),
      expect.stringContaining(masked),
      expect.stringContaining('ES36 •••• 4659'),
    ])
    for (const { payload } of [stale, ...answers])
      for (const number of [iban, other]) expect(payload.replace(/\s/g, '')).not.toContain(number.slice(4, -4))
  })

  test('leaves nothing of its number in the version that an edit carries', async () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([iban]))
      .digest('hex')
      .slice(0, 16)
    const { items } = await anna.send(listContracts, { query: {} })
    expect(items[0]!.versions!.bank_account).not.toBe(digest)
  })

  test('is told in full to its holder, kept by nobody on the way, and written down', async () => {
    const answer = await reveal(anna)
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { iban }, 'no-store'])
    expect(await entries()).toMatchObject([
      { actor_user_id: userId, subject: `bank_account:${accountId}`, before: null, after: null },
    ])
    expect(JSON.stringify(await entries())).not.toContain(iban.slice(4, -4))
  })

  test('is told by none of the repetitions that are answered as before', async () => {
    const headers = { 'idempotency-key': 'f5b0f6a4-6b61-4b5e-9c3e-0d6f2a6f3a11' }
    const sent = { params: { accountId } }
    await anna.ask(revealAccount, sent, { headers })
    await anna.ask(revealAccount, sent, { headers })
    expect(await entries()).toHaveLength(2)
    const kept = await portal.context.db.selectFrom('idempotent_reply').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(iban.slice(4, -4))
  })

  test.each([
    ['a visitor', async () => portal.anonymous, [401, 'unauthenticated']],
    [
      'somebody else',
      async () => portal.as(await aUser(portal.context.db, { customerIds: [await aCustomer(portal.context.db)] })),
      [404, 'not_found'],
    ],
    [
      'an operator who looks as the customer',
      async () => portal.as(userId, { readonly: true }),
      [403, 'token_readonly'],
    ],
    [
      'somebody who has not proved lately who they are',
      async () => {
        const visitor = await portal.as(userId)
        portal.setClock(new Date(now.getTime() + 11 * 60_000))
        return visitor
      },
      [403, 'fresh_authentication_required'],
    ],
  ])('is not told to %s', async (_, who, refusal) => {
    expect(await outcomeOf(reveal(await who()))).toEqual(refusal)
    expect(await entries()).toEqual([])
  })

  test('is not told to a program, whatever it may read', async () => {
    const { token } = await anna.send(makeAccessToken, { body: { name: 'Casa', scopes: [...scopes], days: 30 } })
    const headers = { authorization: `Bearer ${token}` }
    expect(await ask(portal, revealAccount, { params: { accountId } }, headers)).toMatchObject({
      status: 403,
      code: 'scope_missing',
    })
    const { body } = await ask(portal, listContracts, { query: {} }, headers)
    expect(JSON.stringify(body)).toContain(masked)
    expect(await entries()).toEqual([])
  })

  test.each(['0', '999999999', '-1', '1e3', 'none'])('is none at %j', async (id) => {
    expect(await outcomeOf(reveal(anna, id))).toEqual([404, 'not_found'])
  })

  test('is shown so often in an hour, and then again', async () => {
    for (let time = 0; time < 10; time++) expect((await reveal(anna)).statusCode).toBe(200)
    const refused = await reveal(anna)
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.payload).not.toContain(iban.slice(4, -4))
    expect(await entries()).toHaveLength(10)
    portal.setClock(new Date(now.getTime() + 61 * 60_000))
    expect((await reveal(await portal.as(userId))).statusCode).toBe(200)
  })

  test('of a contract that is not the holder’s own yet cannot be asked for', async () => {
    const drafted = await aContract(portal.context.db, {
      customerId,
      iban: 'ES7921000813610123456789',
      state: 'esborrany',
    })
    const { items } = await anna.send(listContracts, { query: {} })
    expect(items.find(({ name }) => name === drafted.name)!.bank_account).toEqual({
      id: 0,
      printable_iban: 'ES79 •••• 6789',
      is_revealable: false,
    })
  })
})
