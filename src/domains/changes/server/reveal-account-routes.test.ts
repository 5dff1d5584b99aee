import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createAccessToken } from '#domains/access-tokens/api.ts'
import { scopes } from '#domains/access-tokens/rules.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { callWithoutSession } from '#domains/session/server/session-testing.ts'
import { changeAccount, listAccounts, listChanges, revealAccount } from '../api.ts'

const now = new Date('2026-11-20T15:24:00Z')
const iban = 'ES9430353760575941403157'
const masked = 'ES94 •••• 3157'
let portal: TestPortal
let customerId: number
let userId: number
let contract: CreatedContract
let accountId: string
let anna: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  customerId = await insertCustomer(db)
  userId = await insertUser(db, { customerIds: [customerId] })
  contract = await insertContract(db, { customerId, iban })
  anna = await portal.as(userId)
  accountId = String((await anna.send(listAccounts, {})).items[0]!.id)
})

const reveal = (visitor: TestVisitor, id = accountId) => visitor.sendRaw(revealAccount, { params: { accountId: id } })
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
  test('is masked wherever its holder sees it', async () => {
    const params = { contractName: contract.name }
    const other = 'ES3620805295124842414659'
    const anew = { already_registered: 'no', iban: other, owner_is_bank_owner: true } as const
    const { versions } = (await anna.send(listContracts, { query: {} })).items[0]!
    const stale = await anna.sendRaw(changeAccount, {
      params,
      body: { ...anew, version: `${versions!.bank_account}x` },
    })
    expect([stale.statusCode, stale.json().current.printable_iban]).toEqual([409, masked])
    await anna.send(changeAccount, { params, body: anew })
    const answers = await Promise.all([
      anna.sendRaw(listContracts, { query: {} }),
      anna.sendRaw(listAccounts, {}),
      anna.sendRaw(listChanges, { params }),
    ])
    expect(answers.map(({ payload }) => payload)).toEqual([
      expect.stringContaining(masked),
      expect.stringContaining(masked),
      expect.stringContaining('ES36 •••• 4659'),
    ])
    for (const { payload } of [stale, ...answers])
      for (const number of [iban, other]) expect(payload.replace(/\s/g, '')).not.toContain(number.slice(4, -4))
  })

  test('leaks nothing of its number through the edit version', async () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([iban]))
      .digest('hex')
      .slice(0, 16)
    const { items } = await anna.send(listContracts, { query: {} })
    expect(items[0]!.versions!.bank_account).not.toBe(digest)
  })

  test('is revealed in full to its holder, not cached, and audited', async () => {
    const answer = await reveal(anna)
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { iban }, 'no-store'])
    expect(await entries()).toMatchObject([
      { actor_user_id: userId, subject: `bank_account:${accountId}`, before: null, after: null },
    ])
    expect(JSON.stringify(await entries())).not.toContain(iban.slice(4, -4))
  })

  test('is not stored for idempotent retries', async () => {
    const headers = { 'idempotency-key': 'f5b0f6a4-6b61-4b5e-9c3e-0d6f2a6f3a11' }
    const sent = { params: { accountId } }
    await anna.sendRaw(revealAccount, sent, { headers })
    await anna.sendRaw(revealAccount, sent, { headers })
    expect(await entries()).toHaveLength(2)
    const storedReplies = await portal.context.db.selectFrom('idempotent_reply').selectAll().execute()
    expect(JSON.stringify(storedReplies)).not.toContain(iban.slice(4, -4))
  })

  test.each([
    ['a visitor', async () => portal.anonymous, [401, 'unauthenticated']],
    [
      'another user',
      async () =>
        portal.as(await insertUser(portal.context.db, { customerIds: [await insertCustomer(portal.context.db)] })),
      [404, 'not_found'],
    ],
    [
      'an operator who impersonates the customer',
      async () => portal.as(userId, { readonly: true }),
      [403, 'token_readonly'],
    ],
    [
      'a user without a recent re-authentication',
      async () => {
        const visitor = await portal.as(userId)
        portal.setClock(new Date(now.getTime() + 11 * 60_000))
        return visitor
      },
      [403, 'fresh_authentication_required'],
    ],
  ])('is not revealed to %s', async (_, who, refusal) => {
    expect(await outcomeOf(reveal(await who()))).toEqual(refusal)
    expect(await entries()).toEqual([])
  })

  test('is not revealed to an access token, whatever its scopes', async () => {
    const { token } = await anna.send(createAccessToken, { body: { name: 'Casa', scopes: [...scopes], days: 30 } })
    const headers = { authorization: `Bearer ${token}` }
    expect(await callWithoutSession(portal, revealAccount, { params: { accountId } }, headers)).toMatchObject({
      status: 403,
      code: 'scope_missing',
    })
    const { body } = await callWithoutSession(portal, listContracts, { query: {} }, headers)
    expect(JSON.stringify(body)).toContain(masked)
    expect(await entries()).toEqual([])
  })

  test.each(['0', '999999999', '-1', '1e3', 'none'])('is not found at %j', async (id) => {
    expect(await outcomeOf(reveal(anna, id))).toEqual([404, 'not_found'])
  })

  test('can be revealed a limited number of times per hour, and again after it', async () => {
    for (let time = 0; time < 10; time++) expect((await reveal(anna)).statusCode).toBe(200)
    const refused = await reveal(anna)
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_attempts'])
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.payload).not.toContain(iban.slice(4, -4))
    expect(await entries()).toHaveLength(10)
    portal.setClock(new Date(now.getTime() + 61 * 60_000))
    expect((await reveal(await portal.as(userId))).statusCode).toBe(200)
  })

  test('cannot be revealed for a contract that is not the holder’s own yet', async () => {
    const drafted = await insertContract(portal.context.db, {
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
