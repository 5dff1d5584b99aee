import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { findAccountByLogin } from '../accounts/account-store.ts'
import { createSessionToken, type SignInDeps } from '../sign-in/sign-in.ts'
import { type ClientCredential, createClientCredential, revokeClientsOf } from './client-store.ts'

/** Issues a token with which staff impersonate a customer. Undefined if there is no such login. */
export async function issueReadonlyToken(deps: SignInDeps, login: string): Promise<string | undefined> {
  const account = await findAccountByLogin(deps.db, login)
  if (!account) return undefined
  const token = await createSessionToken(deps, account, { readonly: true })
  await writeAudit(deps.db, { action: 'token_made', subject: `user:${account.userId}`, after: { readonly: true } })
  return token
}

/** Issues an id and a secret with which a program signs in as a user. Undefined if there is no such login. */
export async function issueClient(
  db: Database,
  { login, now }: { login: string; now: Date },
): Promise<ClientCredential | undefined> {
  const account = await findAccountByLogin(db, login)
  if (!account) return undefined
  const { userId } = account
  const client = await createClientCredential(db, { userId, now })
  await writeAudit(db, { action: 'client_made', subject: `user:${userId}`, after: { clientId: client.clientId } })
  return client
}

/** Revokes every client of a user and returns how many there were. Undefined if there is no such login. */
export async function revokeClients(
  db: Database,
  { login, now }: { login: string; now: Date },
): Promise<number | undefined> {
  const account = await findAccountByLogin(db, login)
  if (!account) return undefined
  const { userId } = account
  const count = await revokeClientsOf(db, { userId, now })
  await writeAudit(db, { action: 'clients_revoked', subject: `user:${userId}`, after: { count } })
  return count
}
