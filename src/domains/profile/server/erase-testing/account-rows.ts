import { randomUUID } from 'node:crypto'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

/** Inserts what belongs to the person's user account. */
export async function insertAccountRows(inserter: PersonInserter, owner: RowOwner) {
  const { add, now, note, who, storeFile } = inserter
  const of = { user_id: owner.userId }
  await insertSignInMethods(inserter, owner)
  await insertSession(inserter, owner)
  await add('audit_entry', { action: 'signed_in', actor_user_id: owner.userId, subject: `user:${owner.userId}` })
  const copy = { customer_ids: [owner.customerId], locale: 'es', requested_at: now, run_at: now, state: 'ready' }
  await add('data_consent', {
    ...{ customer_id: owner.customerId, user_id: owner.userId, access_token_id: 1, scopes: [], given_at: now },
    ...{ third_party: who.name, purpose: note, valid_until: '2026-12-04', expires_at: now },
  })
  await add('data_export', { ...of, ...copy, data_export_id: randomUUID(), file_key: await storeFile() })
  await add('idempotent_reply', { ...of, idempotency_key: who.word, request_hash: 'x', reply: note, started_at: now })
}

async function insertSignInMethods({ add, now, soon, who }: PersonInserter, { userId }: RowOwner) {
  const of = { user_id: userId }
  const stamps = { created_at: now, expires_at: soon }
  await add('access_token', { ...of, ...stamps, name: who.word, scopes: [], secret_hash: randomUUID() })
  const link = { link_hash: randomUUID(), purpose: 'reset', email: who.email, phone: who.phone, locale: 'es' }
  await add('account_link', { ...of, ...stamps, ...link })
  await add('client_credential', { ...of, client_id: randomUUID(), secret_hash: 'x' })
  await add('code_app', { ...of, sealed_secret: 'x' })
  await add('external_identity', { ...of, issuer: 'https://id.test', subject: who.word, linked_at: now })
  await add('identity_challenge', { ...of, challenge_id: randomUUID(), purpose: 'x', challenge: 'x', expires_at: soon })
  const passkey = { credential_id: who.word, public_key: 'x', sign_count: 0, name: who.word, created_at: now }
  await add('passkey', { ...of, ...passkey })
  await add('recovery_code', { ...of, code_hash: 'x' })
}

async function insertSession({ add, now, soon, who }: PersonInserter, { userId }: RowOwner) {
  const sessionId = randomUUID()
  await add('session', {
    ...{ session_id: sessionId, user_id: userId, device: who.word, authenticated_at: now, last_seen_at: now },
    expires_at: soon,
  })
  await add('upstream_session', { session_id: sessionId, sealed_token: 'x' })
}
