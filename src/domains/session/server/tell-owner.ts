import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { parseLocale } from '#kit/locale.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { type AccountAccess, accountAccessOf } from './account-access.ts'
import type { Account } from './account-store.ts'

type Owner = Pick<Account, 'userId' | 'email' | 'locale'>

/** What the owner of an account is told, at the address that it had until then; its words stand in the texts under `mails`. */
export type Told = 'identityLinked' | 'secondFactorOn' | 'secondFactorOff' | 'passkeyAdded' | 'accessTokenMade'

/**
 * Tells the owner of an account by mail that something was changed by which one gets into it, in case it was not them, with the
 * way to where it is seen and undone.
 */
export async function tellOwner(db: Database, { userId, email, locale }: Owner, what: Told, at: Date) {
  const instant = formatInstant(at, parseLocale(locale) ?? 'es')
  const message = { kind: `session.${what}` as const, values: { instant }, userId, toAddress: email }
  const link = what === 'accessTokenMade' ? '/profile/programs' : '/profile/security'
  await queueMessage(db, { ...message, link }, at)
}

/**
 * Tells the owner of an account by mail that its password was changed, and names what gets in as before, with the way to
 * where it is ended. Answers whether there is any.
 */
export async function tellPasswordChanged(db: Database, { userId, email, locale }: Owner, at: Date): Promise<boolean> {
  const rest = await accountAccessOf(db, { userId, now: at })
  const instant = formatInstant(at, parseLocale(locale) ?? 'es')
  const names = (kind: AccountAccess['kind']) =>
    rest
      .filter((each) => each.kind === kind)
      .map(({ name }) => name)
      .join(', ')
  const message = { userId, toAddress: email }
  if (rest.length === 0)
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
  return rest.length > 0
}
