import { afterAll, describe, expect, test } from 'vitest'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { findCustomers, impersonateAccount } from '#backoffice/customers/api.ts'
import { readProfile } from '#domains/session/api.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { closeOperator, inviteOperator, listOperators, reinviteOperator, saveRoles } from '../api.ts'
import { createTestOperator } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const portal = await startTestPortal({ now: noon })
const { db } = portal.context
afterAll(() => portal.close())

type Made = Awaited<ReturnType<typeof createTestOperator>>

const listedOf = async (visitor: TestVisitor, userId: number) => {
  const { items } = await visitor.send(listOperators, { query: { limit: 100 } as never })
  return items.find(({ id }) => id === userId)!
}
const change = (visitor: TestVisitor, { userId }: Pick<Made, 'userId'>, roles: OperatorRole[], version?: string) =>
  visitor.sendRaw(saveRoles, { params: { id: String(userId) }, body: { roles, version } })
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

/** Leaves no other operator who can sign in as administrator. */
const dismissAll = () => db.updateTable('user_account').set({ operator_roles: [] }).execute()

describe('the roles of an operator', () => {
  test('are set with the invitation, listed and recorded', async () => {
    const { visitor } = await createTestOperator(portal)
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
      const refused = await visitor.sendRaw(inviteOperator, { body: { ...body, login: 'ona', roles } })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([
        400,
        [expect.stringContaining('roles')],
      ])
    }
  })

  test('are changed by an administrator, effective at once, notified by mail and recorded', async () => {
    const [boss, mar] = [await createTestOperator(portal), await createTestOperator(portal)]
    expect((await change(boss.visitor, mar, ['content'])).statusCode).toBe(204)
    expect(outcomeOf(await mar.visitor.sendRaw(findCustomers, { query: { q: 'Eva' } }))).toBe('403 role_required')
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
    // Saving the same roles again notifies and records nothing.
    expect((await change(boss.visitor, mar, ['content'])).statusCode).toBe(204)
    expect(await entriesOf(mar.userId)).toHaveLength(1)
  })

  test('are changed by no other role, and only after recent authentication', async () => {
    const [boss, mar] = [await createTestOperator(portal), await createTestOperator(portal)]
    await change(boss.visitor, mar, ['care', 'sales', 'content', 'money'])
    expect(outcomeOf(await change(mar.visitor, mar, ['administrator']))).toBe('403 role_required')
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect(outcomeOf(await change(boss.visitor, mar, ['care']))).toBe('403 fresh_authentication_required')
    portal.setClock(noon)
    expect(outcomeOf(await change(boss.visitor, { userId: await insertUser(db) }, ['care']))).toBe('404 not_found')
  })

  test('end running impersonations for good when impersonation is no longer allowed', async () => {
    const [boss, mar] = [await createTestOperator(portal), await createTestOperator(portal)]
    await change(boss.visitor, mar, ['care'])
    const look = { params: { id: String(await insertUser(db)) }, body: { reason: 'Llamada' } }
    const authorization = `Bearer ${(await mar.visitor.send(impersonateAccount, look)).token}`
    const asCustomer = async () =>
      (await portal.anonymous.sendRaw(readProfile, {}, { headers: { authorization } })).statusCode
    expect(await asCustomer()).toBe(200)
    await change(boss.visitor, mar, ['money'])
    expect(await asCustomer()).toBe(401)
    await change(boss.visitor, mar, ['care'])
    expect(await asCustomer()).toBe(401)
  })
})

describe('an administrator', () => {
  test('cannot give up the role themselves', async () => {
    const boss = await createTestOperator(portal)
    expect(outcomeOf(await change(boss.visitor, boss, ['care']))).toBe('409 own_administrator')
    expect(outcomeOf(await change(boss.visitor, boss, ['administrator']))).toBe('204')
  })

  test('always remains when two remove each other at the same time', async () => {
    for (const act of [
      (by: Made, other: Made) => change(by.visitor, other, ['care']),
      (by: Made, other: Made) => by.visitor.sendRaw(closeOperator, { params: { id: String(other.userId) } }),
      (by: Made, other: Made) => by.visitor.sendRaw(reinviteOperator, { params: { id: String(other.userId) } }),
    ]) {
      await dismissAll()
      const [one, other] = [await createTestOperator(portal), await createTestOperator(portal)]
      await Promise.all([act(one, other), act(other, one)])
      const { rows } = await listAdministrators()
      expect(rows).toHaveLength(1)
    }
  })

  test('who is the last able to sign in is neither demoted nor closed', async () => {
    await dismissAll()
    const last = await createTestOperator(portal)
    // This operator has an open session but no second factor to sign in again, so does not count.
    const passing = await portal.as(await insertUser(db, { role: 'operator' }))
    expect(outcomeOf(await change(passing, last, ['care']))).toBe('409 last_administrator')
    for (const call of [closeOperator, reinviteOperator])
      expect(outcomeOf(await passing.sendRaw(call, { params: { id: String(last.userId) } }))).toBe(
        '409 last_administrator',
      )
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
