import { expect } from 'vitest'
import type { TestPortal, TestVisitor } from '#app/server/testing/test-portal.ts'
import { sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import type { ChangeReply } from '../api.ts'

/** Signs a requested change with the mailed code. */
export async function signChange(portal: TestPortal, visitor: TestVisitor, reply: ChangeReply) {
  const params = { signatureId: reply.signature!.id }
  await visitor.send(sendSignatureCode, { params, body: { channel: 'email' } })
  const mail = await portal.context.db
    .selectFrom('outbox_message')
    .where('kind', '=', 'signatures.code')
    .orderBy('created_at', 'desc')
    .select('values')
    .executeTakeFirstOrThrow()
  const { code } = mail.values as { code: string }
  const signed = await visitor.send(signDocument, { params, body: { code: code.replace(/\D/g, '') } })
  expect(signed.state).toBe('signed')
}

/** Returns the audit entries of a contract, oldest first. */
export async function auditOfContract(portal: TestPortal, contractId: number) {
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', `contract:${contractId}`)
    .orderBy('audit_entry_id')
    .selectAll()
    .execute()
  return entries.map(({ action, after }) => [action, after])
}
