import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import {
  changeOwnDetails,
  chooseDocumentFormats,
  confirmOwnEmail,
  readOwnDetails,
  requestOwnEmail,
} from '../details-api.ts'
import { emailCodeLimits } from '../details-rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let userId: number
let anna: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal({ now })
})
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  await db.deleteFrom('outbox_message').execute()
  userId = await insertUser(db, { customerIds: [await insertCustomer(db)], name: 'Anna', email: 'anna@example.test' })
  anna = await portal.as(userId)
})
afterAll(() => portal.close())

const mails = (kind: string) =>
  portal.context.db
    .selectFrom('outbox_message')
    .select(['to_address', 'user_id', 'values'])
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .execute()
const stored = () =>
  portal.context.db.selectFrom('user_account').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
const change = (body: object, who = anna) =>
  who.sendRaw(changeOwnDetails, { body: { name: 'Anna', phone: '', ...body } })
const askFor = (email: string, who = anna) => who.sendRaw(requestOwnEmail, { body: { email } })
const confirm = (code: string) => anna.sendRaw(confirmOwnEmail, { body: { code } })
const outcomeOf = ({ statusCode, payload }: { statusCode: number; payload: string }) =>
  statusCode === 200 ? 200 : [statusCode, JSON.parse(payload).message]

async function codeFor(email: string): Promise<string> {
  const sent = (await mails('profile.email_code')).find(({ to_address }) => to_address === email)
  return (sent!.values as { code: string }).code
}

describe('name and telephone', () => {
  test('are changed by their owner, who is notified along with the retailer’s systems', async () => {
    expect((await change({ name: ' Anna Güell ', phone: '612 345 678' })).json()).toMatchObject({
      name: 'Anna Güell',
      email: 'anna@example.test',
      phone: '+34612345678',
    })
    expect(await anna.send(readOwnDetails, {})).toMatchObject({ name: 'Anna Güell', phone: '+34612345678' })
    expect((await mails('profile.detailsChanged')).map(({ user_id }) => user_id)).toContain(userId)
    expect((await change({ name: 'Anna Güell', phone: '' })).json().phone).toBeNull()
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(101) }, 'name'],
    ['an invalid phone number', { phone: '123' }, 'phone'],
  ])('are refused with %s, reported at the field', async (_, body, field) => {
    const answer = await change(body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
    expect((await stored()).name).toBe('Anna')
  })

  test('are refused for a read-only or anonymous user, and without recent re-authentication', async () => {
    expect(outcomeOf(await change({}, await portal.as(userId, { readonly: true })))).toEqual([403, 'token_readonly'])
    expect((await change({}, portal.anonymous)).statusCode).toBe(401)
    portal.setClock(new Date(now.getTime() + 11 * 60_000))
    expect(outcomeOf(await change({ name: 'Eva' }))).toEqual([403, 'fresh_authentication_required'])
    expect(outcomeOf(await askFor('eva@example.test'))).toEqual([403, 'fresh_authentication_required'])
    expect((await stored()).name).toBe('Anna')
  })

  test('keep the change when an import does not contain it yet', async () => {
    const { db } = portal.context
    const { login } = await stored()
    const tax_id = '99123456B'
    const owned = db.selectFrom('user_customer').select('customer_id').where('user_id', '=', userId)
    await db.updateTable('customer').set({ tax_id }).where('customer_id', 'in', owned).execute()
    const user = { login, email: 'old@example.test', name: 'Old name', locale: 'es', customers: [tax_id] }
    const file = { users: [user] }
    expect((await importContracts(db, file)).refusals).toEqual([])
    expect(await stored()).toMatchObject({ name: 'Old name', email: 'old@example.test' })
    await change({ name: 'Own name' })
    await importContracts(db, file)
    expect(await stored()).toMatchObject({ name: 'Own name', email: 'old@example.test' })
  })
})

describe('a new e-mail address', () => {
  test('takes effect once its owner has entered the code, and the previous address is notified', async () => {
    const changeReply = await askFor('new@example.test')
    expect(changeReply.json()).toMatchObject({
      email: 'anna@example.test',
      pending_email: { email: 'new@example.test' },
    })
    expect((await stored()).email).toBe('anna@example.test')
    const done = await confirm(await codeFor('new@example.test'))
    expect(done.json()).toMatchObject({ email: 'new@example.test', pending_email: null })
    expect(await stored()).toMatchObject({ email: 'new@example.test', pending_email: null })
    expect((await mails('profile.emailChanged')).map(({ to_address }) => to_address)).toContain('anna@example.test')
  })

  test('is refused with a wrong code, after too many tries, and once the code has expired', async () => {
    await askFor('new@example.test')
    const code = await codeFor('new@example.test')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < emailCodeLimits.maxTries; tries++)
      expect(outcomeOf(await confirm(wrong))).toEqual([400, 'code_wrong'])
    expect(outcomeOf(await confirm(code))).toEqual([409, 'code_over'])
    await askFor('other@example.test')
    portal.setClock(new Date(now.getTime() + emailCodeLimits.lifeMinutes * 60_000))
    anna = await portal.as(userId)
    expect(outcomeOf(await confirm(await codeFor('other@example.test')))).toEqual([409, 'code_over'])
    expect((await stored()).email).toBe('anna@example.test')
  })

  test('is confirmed only by its own code, the last one sent', async () => {
    await askFor('first@example.test')
    await askFor('second@example.test')
    expect(outcomeOf(await confirm(await codeFor('first@example.test')))).toEqual([400, 'code_wrong'])
    expect((await confirm(await codeFor('second@example.test'))).json().email).toBe('second@example.test')
    expect(outcomeOf(await confirm(await codeFor('second@example.test')))).toEqual([409, 'code_over'])
  })

  test('is changed once by two concurrent calls with the code', async () => {
    await askFor('new@example.test')
    const code = await codeFor('new@example.test')
    const outcomes = (await Promise.all([confirm(code), confirm(code)])).map(outcomeOf)
    expect(outcomes).toContain(200)
    expect(outcomes).toContainEqual([409, 'code_over'])
  })

  test('is rate-limited, and refused if it is the current one or empty', async () => {
    expect((await askFor('ANNA@example.test')).json().errors.email).toEqual(['Es el correo que ya tienes. Pon otro.'])
    expect(Object.keys((await askFor('anna')).json().errors)).toEqual(['email'])
    for (let sent = 0; sent < emailCodeLimits.maxPerHour; sent++)
      expect((await askFor(`new${sent}@example.test`)).statusCode).toBe(200)
    const refused = await askFor('another@example.test')
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'too_many_codes'])
  })

  test('expires the links that were mailed to the previous one', async () => {
    const { db } = portal.context
    const link = { purpose: 'reset', email: 'anna@example.test', locale: 'es', created_at: now }
    await db
      .insertInto('account_link')
      .values({
        ...link,
        link_hash: `hash ${userId}`,
        user_id: userId,
        expires_at: new Date(now.getTime() + msPerHour),
      })
      .execute()
    await askFor('new@example.test')
    await confirm(await codeFor('new@example.test'))
    const after = await db.selectFrom('account_link').select('expires_at').where('user_id', '=', userId).execute()
    expect(after).toEqual([{ expires_at: now }])
  })
})

describe('the formats of documents', () => {
  test('are chosen by the user, once each, and are nobody else’s', async () => {
    const { formats } = await anna.send(chooseDocumentFormats, { body: { formats: ['audio', 'large_print', 'audio'] } })
    expect(formats).toEqual(['large_print', 'audio'])
    expect((await stored()).document_formats).toEqual(['large_print', 'audio'])
    expect((await anna.send(readOwnDetails, {})).formats).toEqual(['large_print', 'audio'])
    const body = { formats: [] }
    expect((await portal.anonymous.sendRaw(chooseDocumentFormats, { body })).statusCode).toBe(401)
    const reader = await portal.as(userId, { readonly: true })
    expect((await reader.sendRaw(chooseDocumentFormats, { body })).statusCode).toBe(403)
  })
})
