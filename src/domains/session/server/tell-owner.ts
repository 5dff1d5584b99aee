import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { parseLocale } from '#kit/locale.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Account } from './account-store.ts'

/** What the owner of an account is told, at the address that it had until then; its words stand in the texts under `mails`. */
export type Told =
  | 'passwordChanged'
  | 'identityLinked'
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'passkeyAdded'
  | 'accessTokenMade'

/**
 * Tells the owner of an account by mail that something was changed by which one gets into it, in case it was not them, with the
 * way to where it is seen and undone.
 */
export async function tellOwner(
  db: Database,
  { userId, email, locale }: Pick<Account, 'userId' | 'email' | 'locale'>,
  what: Told,
  at: Date,
) {
  const instant = formatInstant(at, parseLocale(locale) ?? 'es')
  const message = { kind: `session.${what}` as const, values: { instant }, userId, toAddress: email }
  const link = what === 'accessTokenMade' ? '/profile/programs' : '/profile/security'
  await queueMessage(db, { ...message, link }, at)
}
