import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { type AccountAccess, accountAccessOf } from './account-access.ts'
import type { Account } from './account-store.ts'

type AccountOwner = Pick<Account, 'userId' | 'email' | 'locale'>

/** A notice to the owner of an account, sent to the address in force before the change. Its texts are under `mails`. */
export type SecurityNotice =
  | 'identityLinked'
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'passkeyAdded'
  | 'accessTokenMade'

/**
 * Notifies the owner of an account by mail that a way to sign in was changed, in case it was not them, with a link to
 * where it is shown and undone.
 */
export async function notifyOwner(
  db: Database,
  { userId, email, locale }: AccountOwner,
  notice: SecurityNotice,
  at: Date,
) {
  const instant = formatInstant(at, parseLocale(locale) ?? 'es')
  const message = { kind: `session.${notice}` as const, values: { instant }, userId, toAddress: email }
  const link = notice === 'accessTokenMade' ? '/profile/programs' : '/profile/security'
  await queueMessage(db, { ...message, link }, at)
}

/**
 * Notifies the owner of an account by mail that its password was changed. Names the remaining access, with a link to
 * where it is revoked. Returns whether there is any.
 */
export async function notifyPasswordChanged(
  db: Database,
  { userId, email, locale }: AccountOwner,
  at: Date,
): Promise<boolean> {
  const otherAccess = await accountAccessOf(db, { userId, now: at })
  const instant = formatInstant(at, parseLocale(locale) ?? 'es')
  const names = (kind: AccountAccess['kind']) =>
    otherAccess
      .filter((each) => each.kind === kind)
      .map(({ name }) => name)
      .join(', ')
  const message = { userId, toAddress: email }
  if (otherAccess.length === 0)
    await queueMessage(
      db,
      { ...message, kind: 'session.passwordChanged', values: { instant }, link: '/profile/security' },
      at,
    )
  else
    await queueMessage(
      db,
      {
        ...message,
        kind: 'session.passwordChangedAccessLeft',
        link: '/profile/programs',
        values: {
          instant,
          passkeys: names('passkey') || '-',
          identities: names('identity') || '-',
          clients: names('client') || '-',
        },
      },
      at,
    )
  return otherAccess.length > 0
}
