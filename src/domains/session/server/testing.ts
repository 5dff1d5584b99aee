import type { Insertable } from 'kysely'
import { aUser } from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/portal.ts'
import type { UserAccount } from '#db/tables.ts'
import type { Call } from '#kit/call.ts'
import type { Sent } from '#kit/web/send.ts'

/** The password of everybody made by `anAccount`. */
export const password = 'Escala-de-llum-7'
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$IOz3Z3keVSJrQMyGKCARdg$US8M+lXnBQqrdklpQxkeV94FtULpli5mpH7A7/hSHTA'

/** Somebody whom the password above lets in. */
export function anAccount(
  { context }: TestPortal,
  given: Partial<Insertable<UserAccount>> & { customerIds?: number[] } = {},
): Promise<number> {
  return aUser(context.db, { password_hash: passwordHash, ...given })
}

/** Makes a call without a session but with these headers, and answers what matters of the response. */
export async function ask<C extends Call>(
  { anonymous }: TestPortal,
  call: C,
  sent: Sent<C>,
  headers: Record<string, string> = {},
) {
  const answer = await anonymous.ask(call, sent, { headers })
  const body = answer.payload ? answer.json() : undefined
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, code: body?.message, body, cookies, retryAfter: answer.headers['retry-after'] }
}

/** What the audit log says of a user: actions, with what they led to. */
export async function auditOf({ context }: TestPortal, userId: number) {
  const entries = await context.db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where((row) => row.or([row('actor_user_id', '=', userId), row('subject', '=', `user:${userId}`)]))
    .orderBy('audit_entry_id')
    .execute()
  return entries.map(({ action, after }) => (after ? [action, after] : [action]))
}
