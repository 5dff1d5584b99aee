import { expect } from 'vitest'
import type { TestPortal, Visitor } from '#app/server/testing/portal.ts'
import { sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import type { SignatureAsked } from '../api.ts'

/** Signs what a change has asked for, with the code that the mail holds. */
export async function sign(portal: TestPortal, visitor: Visitor, asked: SignatureAsked) {
  const params = { signatureId: asked.signature!.id }
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

/** What the audit log holds of a contract, the oldest first. */
export async function auditOf(portal: TestPortal, contractId: number) {
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', '=', `contract:${contractId}`)
    .orderBy('audit_entry_id')
    .selectAll()
    .execute()
  return entries.map(({ action, after }) => [action, after])
}
