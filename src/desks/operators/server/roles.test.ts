import { afterAll, describe, expect, test } from 'vitest'
import { aUser } from '#app/server/testing/builders.ts'
import { testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { findCustomers, lookAtAccount } from '#desks/customers/api.ts'
import { readProfile } from '#domains/session/api.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { closeOperator, inviteOperator, inviteOperatorAgain, listOperators, saveRoles } from '../api.ts'
import { anOperator } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const portal = await testPortal({ now: noon })
const { db } = portal.context
afterAll(() => portal.close())

type Made = Awaited<ReturnType<typeof anOperator>>

const listedOf = async (visitor: Visitor, userId: number) => {
  const { items } = await visitor.send(listOperators, { query: { limit: 100 } as never })
  return items.find(({ id }) => id === userId)!
}
const change = (visitor: Visitor, { userId }: Pick<Made, 'userId'>, roles: OperatorRole[], version?: string) =>
  visitor.ask(saveRoles, { params: { id: String(userId) }, body: { roles, version } })
const outcomeOf = ({ statusCode, payload }: { statusCode: number; payload: string }) =>
  statusCode < 400 ? String(statusCode) : `${statusCode} ${JSON.parse(payload).message}`
const entriesOf = (userId: number) =>
  db
    .selectFrom('audit_entry')
    .where('subject', '=', `user:${userId}`)
    .where('action', 'like', 'operator_%')
    .select(['action', 'before', 'after'])
    .orderBy('audit_entry_id')
    .execute()

/** Nobody else is left who can come in as an administrator. */
const dismissAll = () => db.updateTable('user_account').set({ operator_roles: [] }).execute()

describe('the roles of an operator', () => {
  test('are chosen with the invitation, listed, and noted in the log', async () => {
    const { visitor } = await anOperator(portal)
    const body = {
      login: 'mar',
      name: 'Mar Soler',
      email: 'mar@example.test',
      roles: ['money', 'care', 'money'] as const,
    }
    const { id } = await visitor.send(inviteOperator, { body: { ...body, roles: [...body.roles] } })
    expect((await listedOf(visitor, id)).roles).toEqual(['care', 'money'])
    expect(await entriesOf(id)).toEqual([
      { action: 'operator_invited', before: null, after: { roles: ['care', 'money'] } },
    ])
    for (const roles of [[], ['captain']] as never[]) {
      const refused = await visitor.ask(inviteOperator, { body: { ...body, login: 'ona', roles } })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([
        400,
        [expect.stringContaining('roles')],
      ])
    }
  })

  test('are changed by an administrator, count at once, are told by mail and stand in the log', async () => {
    const [boss, mar] = [await anOperator(portal), await anOperator(portal)]
    expect((await change(boss.visitor, mar, ['content'])).statusCode).toBe(204)
    expect(outcomeOf(await mar.visitor.ask(findCustomers, { query: { q: 'Eva' } }))).toBe('403 role_required')
    expect((await listedOf(boss.visitor, mar.userId)).roles).toEqual(['content'])
    const all = ['care', 'sales', 'content', 'money', 'administrator']
    expect(await entriesOf(mar.userId)).toEqual([
      { action: 'operator_roles_changed', before: { roles: all }, after: { roles: ['content'] } },
    ])
    const mails = await db
      .selectFrom('outbox_message')
      .where('user_id', '=', mar.userId)
      .select(['kind', 'values'])
      .execute()
    expect(mails).toEqual([
      { kind: 'desk-operators.rolesChanged', values: { name: 'Jordi Ferrer', roles: expect.any(String) } },
    ])
    // The same again is nothing new.
    expect((await change(boss.visitor, mar, ['content'])).statusCode).toBe(204)
    expect(await entriesOf(mar.userId)).toHaveLength(1)
  })

  test('are changed by nobody else, and only by whoever has proved lately who they are', async () => {
    const [boss, mar] = [await anOperator(portal), await anOperator(portal)]
    await change(boss.visitor, mar, ['care', 'sales', 'content', 'money'])
    expect(outcomeOf(await change(mar.visitor, mar, ['administrator']))).toBe('403 role_required')
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect(outcomeOf(await change(boss.visitor, mar, ['care']))).toBe('403 fresh_authentication_required')
    portal.setClock(noon)
    expect(outcomeOf(await change(boss.visitor, { userId: await aUser(db) }, ['care']))).toBe('404 not_found')
  })

  test('that end looking as a customer end it for good', async () => {
    const [boss, mar] = [await anOperator(portal), await anOperator(portal)]
    await change(boss.visitor, mar, ['care'])
    const look = { params: { id: String(await aUser(db)) }, body: { reason: 'Llamada' } }
    const authorization = `Bearer ${(await mar.visitor.send(lookAtAccount, look)).token}`
    const asCustomer = async () =>
      (await portal.anonymous.ask(readProfile, {}, { headers: { authorization } })).statusCode
    expect(await asCustomer()).toBe(200)
    await change(boss.visitor, mar, ['money'])
    expect(await asCustomer()).toBe(401)
    await change(boss.visitor, mar, ['care'])
    expect(await asCustomer()).toBe(401)
  })
})

describe('an administrator', () => {
  test('is not given up by their own hand', async () => {
    const boss = await anOperator(portal)
    expect(outcomeOf(await change(boss.visitor, boss, ['care']))).toBe('409 own_administrator')
    expect(outcomeOf(await change(boss.visitor, boss, ['administrator']))).toBe('204')
  })

  test('is left, whatever two of them do to each other at once', async () => {
    for (const act of [
      (by: Made, other: Made) => change(by.visitor, other, ['care']),
      (by: Made, other: Made) => by.visitor.ask(closeOperator, { params: { id: String(other.userId) } }),
      (by: Made, other: Made) => by.visitor.ask(inviteOperatorAgain, { params: { id: String(other.userId) } }),
    ]) {
      await dismissAll()
      const [one, other] = [await anOperator(portal), await anOperator(portal)]
      await Promise.all([act(one, other), act(other, one)])
      const { rows } = await listAdministrators()
      expect(rows).toHaveLength(1)
    }
  })

  test('who is the last one that can come in is neither dismissed nor shut out', async () => {
    await dismissAll()
    const last = await anOperator(portal)
    // Their session is open, though they have no app to come in with again.
    const passing = await portal.as(await aUser(db, { role: 'operator' }))
    expect(outcomeOf(await change(passing, last, ['care']))).toBe('409 last_administrator')
    for (const call of [closeOperator, inviteOperatorAgain])
      expect(outcomeOf(await passing.ask(call, { params: { id: String(last.userId) } }))).toBe('409 last_administrator')
  })
})

async function listAdministrators() {
  const rows = await db
    .selectFrom('user_account')
    .innerJoin('code_app', 'code_app.user_id', 'user_account.user_id')
    .where('confirmed_at', 'is not', null)
    .where((row) => row(row.val('administrator'), '=', row.fn.any('operator_roles')))
    .select('user_account.user_id')
    .execute()
  return { rows }
}
