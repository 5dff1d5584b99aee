import { randomInt } from 'node:crypto'
import { insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { decideApproval, listApprovals } from '#backoffice/approvals/api.ts'
import { codeAt, generateSecret } from '#domains/session/server/second-factor/one-time-codes.ts'
import { markCodeAppConfirmed, saveCodeAppSecret } from '#domains/session/server/second-factor/second-factor-store.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { encryptText } from '#kit/server/encrypted-text.ts'

/**
 * Creates a signed-in test operator. The credentials are `password` of the session tests and the codes of their app.
 */
export async function createTestOperator(
  portal: TestPortal,
  login = `operator${randomInt(1e9)}`,
  roles: readonly OperatorRole[] = operatorRoles,
) {
  const { db, encryptionKeys, clock } = portal.context
  const email = `${login}@example.test`
  const userId = await anAccount(portal, { login, email, name: 'Jordi Ferrer', role: 'operator' })
  await db
    .updateTable('user_account')
    .set({ operator_roles: [...roles] })
    .where('user_id', '=', userId)
    .execute()
  const secret = generateSecret()
  await saveCodeAppSecret(db, { userId, sealedSecret: encryptText(secret, encryptionKeys) })
  await markCodeAppConfirmed(db, { userId, now: clock() })
  const visitor: TestVisitor = await portal.as(userId)
  return { userId, login, visitor, code: () => codeAt(secret, clock()) }
}

/** Approves one or all open requests as another operator. Returns their resulting states. */
export async function approvePending(approver: TestVisitor, id?: string): Promise<string[]> {
  const ids = id
    ? [id]
    : (await approver.send(listApprovals, { query: { limit: 100 } as never })).items.map(({ id }) => id)
  const states: string[] = []
  for (const each of ids) {
    const decision = await approver.send(decideApproval, { params: { id: each }, body: { decision: 'approve' } })
    states.push(decision.failure ?? decision.state)
  }
  return states
}

/** Returns the reply to a request after another operator has approved it. @throws if the action failed. */
export async function approveAfter<Reply extends { statusCode: number; json(): object }>(
  approver: TestVisitor,
  pendingReply: Promise<Reply>,
): Promise<Reply> {
  const reply = await pendingReply
  if (reply.statusCode === 200) {
    const { approval_id: id } = reply.json() as { approval_id: string }
    const [state] = await approvePending(approver, id)
    if (state !== 'approved') throw new Error(`The approval request is ${state}.`)
  }
  return reply
}

/** Starts a test portal with an operator and with a customer, who has no back-office access. */
export async function deskPortal(options?: Parameters<typeof startTestPortal>[0]) {
  const portal = await startTestPortal(options)
  const { visitor: operator, userId: operatorId } = await createTestOperator(portal)
  const customer = await portal.as(await insertUser(portal.context.db))
  return { portal, operator, operatorId, customer }
}
