import { randomInt } from 'node:crypto'
import { aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { decideApproval, listApprovals } from '#desks/approvals/api.ts'
import { codeAt, makeSecret } from '#domains/session/server/one-time-codes.ts'
import { seal } from '#domains/session/server/sealed-text.ts'
import { beginCodeApp, confirmCodeApp } from '#domains/session/server/second-factor-store.ts'
import { anAccount } from '#domains/session/server/testing.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'

/** An operator whom `password` of the session's tests and the codes of their app let in, signed in already. */
export async function anOperator(
  portal: TestPortal,
  login = `operator${randomInt(1e9)}`,
  roles: readonly OperatorRole[] = operatorRoles,
) {
  const { db, sealingKeys, clock } = portal.context
  const email = `${login}@example.test`
  const userId = await anAccount(portal, { login, email, name: 'Jordi Ferrer', role: 'operator' })
  await db
    .updateTable('user_account')
    .set({ operator_roles: [...roles] })
    .where('user_id', '=', userId)
    .execute()
  const secret = makeSecret()
  await beginCodeApp(db, { userId, sealedSecret: seal(secret, sealingKeys) })
  await confirmCodeApp(db, { userId, now: clock() })
  const visitor: Visitor = await portal.as(userId)
  return { userId, login, visitor, code: () => codeAt(secret, clock()) }
}

/** Another operator approves what waits: one request, or all of them. Answers how each stands then. */
export async function approveAll(approver: Visitor, id?: string): Promise<string[]> {
  const ids = id
    ? [id]
    : (await approver.send(listApprovals, { query: { limit: 100 } as never })).items.map(({ id }) => id)
  const states: string[] = []
  for (const each of ids) {
    const decided = await approver.send(decideApproval, { params: { id: each }, body: { decision: 'approve' } })
    states.push(decided.failure ?? decided.state)
  }
  return states
}

/** What was answered to whoever asked for something, once another operator has approved it. @throws where it failed. */
export async function approved<Reply extends { statusCode: number; json(): object }>(
  approver: Visitor,
  asked: Promise<Reply>,
): Promise<Reply> {
  const reply = await asked
  if (reply.statusCode === 200) {
    const { approval_id: id } = reply.json() as { approval_id: string }
    const [state] = await approveAll(approver, id)
    if (state !== 'approved') throw new Error(`What was asked for is ${state}.`)
  }
  return reply
}

/** A portal under test with an operator at its desks, and with a customer, who has no business there. */
export async function aDesk(options?: Parameters<typeof testPortal>[0]) {
  const portal = await testPortal(options)
  const { visitor: operator, userId: operatorId } = await anOperator(portal)
  const customer = await portal.as(await aUser(portal.context.db))
  return { portal, operator, operatorId, customer }
}
