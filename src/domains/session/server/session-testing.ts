import type { Insertable } from 'kysely'
import { insertUser } from '#app/server/testing/builders.ts'
import type { TestPortal } from '#app/server/testing/test-portal.ts'
import type { UserAccount } from '#db/tables.ts'
import type { Call } from '#kit/call.ts'
import type { CallInput } from '#kit/web/send.ts'

/** The password of every account created by `anAccount`. */
export const password = 'Escala-de-llum-7'
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$IOz3Z3keVSJrQMyGKCARdg$US8M+lXnBQqrdklpQxkeV94FtULpli5mpH7A7/hSHTA'

/** Creates an account with the password above. */
export function anAccount(
  { context }: TestPortal,
  values: Partial<Insertable<UserAccount>> & { customerIds?: number[] } = {},
): Promise<number> {
  return insertUser(context.db, { password_hash: passwordHash, ...values })
}

/** Makes a call without a session but with these headers, and returns the relevant parts of the response. */
export async function callWithoutSession<C extends Call>(
  { anonymous }: TestPortal,
  call: C,
  input: CallInput<C>,
  headers: Record<string, string> = {},
) {
  const response = await anonymous.sendRaw(call, input, { headers })
  const body = response.payload ? response.json() : undefined
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  return {
    status: response.statusCode,
    code: body?.message,
    body,
    cookies,
    retryAfter: response.headers['retry-after'],
  }
}

/** Returns the audit entries of a user: actions, with their values after the change. */
export async function auditOf({ context }: TestPortal, userId: number) {
  const entries = await context.db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where((row) => row.or([row('actor_user_id', '=', userId), row('subject', '=', `user:${userId}`)]))
    .orderBy('audit_entry_id')
    .execute()
  return entries.map(({ action, after }) => (after ? [action, after] : [action]))
}
