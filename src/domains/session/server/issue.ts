import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { findAccountByLogin } from './account-store.ts'
import { type ClientCredential, makeClient, revokeClientsOf } from './client-store.ts'
import { type EntryNeeds, newToken } from './entry.ts'

/** A token with which staff look at the portal as a customer sees it; undefined where there is no such log-in. */
export async function issueReadonlyToken(needs: EntryNeeds, login: string): Promise<string | undefined> {
  const account = await findAccountByLogin(needs.db, login)
  if (!account) return undefined
  const token = await newToken(needs, account, { readonly: true })
  await writeAudit(needs.db, { action: 'token_made', subject: `user:${account.userId}`, after: { readonly: true } })
  return token
}

/** An id and a secret by which a program signs in as a user; undefined where there is no such log-in. */
export async function issueClient(
  db: Database,
  { login, now }: { login: string; now: Date },
): Promise<ClientCredential | undefined> {
  const account = await findAccountByLogin(db, login)
  if (!account) return undefined
  const { userId } = account
  const client = await makeClient(db, { userId, now })
  await writeAudit(db, { action: 'client_made', subject: `user:${userId}`, after: { clientId: client.clientId } })
  return client
}

/** Revokes every client of a user and answers how many they were; undefined where there is no such log-in. */
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
