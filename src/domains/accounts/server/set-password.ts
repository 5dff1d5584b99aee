import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type Account, accountOf, keepPassword, ownTextsOf } from '#domains/session/server/account-store.ts'
import { type Entered, type EntryNeeds, enter, type Source } from '#domains/session/server/entry.ts'
import { newPasswordProblems } from '#domains/session/server/new-password.ts'
import { hashPassword } from '#domains/session/server/passwords.ts'
import { revokeSessionsOf } from '#domains/session/server/session-store.ts'
import { tellPasswordChanged } from '#domains/session/server/tell-owner.ts'
import { forgiveAttempt } from '#domains/session/server/throttle.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { withPrefix } from '#vocabulary/phone.ts'
import type { LinkPurpose } from '../rules.ts'
import { addAccount } from './add-account.ts'
import { adoptAcceptance } from './consents.ts'
import { accountsOfHolder, findAccountOf } from './holders.ts'
import { signatureUrl } from './link-outcome.ts'
import { endLinks, findOpenLink, type OpenLink, spendLink } from './link-store.ts'

type Needs = EntryNeeds & { db: Kysely<DB>; allowsPasswords: () => boolean }
type Given = { secret: string | undefined; password: string }

/** Why no password was set: the link is over, the password is not taken, or it is tried too often. */
export type NotSet =
  | { kind: 'over' | 'passwordsOff' }
  | { kind: 'unfit'; problems: string[] }
  | { kind: 'throttled'; retryAfterSeconds: number }

/** Who has got in, and the page of what the link was mailed to sign. */
type Activated = Extract<Entered, { kind: 'entered' }> & { signatureUrl: `/${string}` | null }

/** Sets the first password of an account, which is made unless the retailer has prepared it, and signs its owner in. */
export async function activateAccount(needs: Needs, given: Given, source: Source): Promise<Activated | NotSet> {
  const { clock } = needs
  return withLink(needs, 'activation', given, source, async (db, link, passwordHash) => {
    const account = await accountFor(db, link)
    if (!account) return { kind: 'over' }
    const { userId } = account
    const now = clock()
    await keepPassword(db, { userId, passwordHash })
    await endLinks(db, { userId, customerId: link.customerId }, now)
    await adoptAcceptance(db, { email: link.email, userId })
    await queueMessage(db, { kind: 'accounts.activated', values: { login: account.login }, userId, link: '/' }, now)
    const { requestId, device } = source
    await writeAudit(db, { action: 'account_activated', actorUserId: userId, requestId })
    const entered = await enter({ ...needs, db }, { account, by: 'link', session: { device }, requestId })
    return { ...entered, signatureUrl: link.signatureId === null ? null : signatureUrl(link.signatureId) }
  })
}

/** Sets a new password for an account and ends all its sessions; its second factors stay. */
export async function resetPassword(
  needs: Needs,
  given: Given,
  source: Source,
): Promise<{ kind: 'done'; userId: number } | NotSet> {
  const { clock } = needs
  return withLink(needs, 'reset', given, source, async (db, { userId }, passwordHash) => {
    if (userId === null) return { kind: 'over' }
    const now = clock()
    await keepPassword(db, { userId, passwordHash })
    await revokeSessionsOf(db, { userId, now })
    // Who has forgotten their password has tried others before.
    await forgiveAttempt(db, { address: source.address, account: `user:${userId}` })
    await writeAudit(db, { action: 'password_reset', subject: `user:${userId}`, requestId: source.requestId })
    await tellPasswordChanged(db, await accountOf(db, userId), now)
    return { kind: 'done', userId }
  })
}

/** Sets a password by a link: once, however many try at the same time. What is not taken leaves the link as it is. */
async function withLink<Done>(
  { db, settings, clock, allowsPasswords }: Needs,
  purpose: LinkPurpose,
  { secret, password }: Given,
  { address }: Source,
  set: (db: Database, link: OpenLink, passwordHash: string) => Promise<Done | { kind: 'over' }>,
): Promise<Done | NotSet> {
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const now = clock()
  const limit = { what: 'mailed link', per: 'network', value: address, most: 60, minutes: 15 } as const
  const retryAfterSeconds = await countVisit(db, [limit], now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const link = await findOpenLink(db, { purpose, secret, now })
  if (!link) return { kind: 'over' }
  const problems = newPasswordProblems(password, { settings: settings.now(), ownTexts: await ownTexts(db, link) })
  if (problems.length) return { kind: 'unfit', problems }
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (transaction) => {
    if (!(await spendLink(transaction, link, now))) return { kind: 'over' }
    return set(transaction, link, passwordHash)
  })
}

/** Every text by which whoever chooses a password is known. */
async function ownTexts(db: Database, { userId, customerId, email }: OpenLink): Promise<string[]> {
  const ofAccount = userId === null ? [] : await ownTextsOf(db, await accountOf(db, userId))
  if (customerId === null) return ofAccount
  const { name, tax_id } = await holderOf(db, customerId).executeTakeFirstOrThrow()
  return [...ofAccount, name, tax_id, email.split('@')[0]!]
}

/**
 * The account that a link activates, with the address that the link was mailed to: the prepared one, or a new one with the
 * NIF for its log-in. It sees the holder from then on, unless who that is stands only in a draft that nobody has signed.
 * Undefined where there is an account with a way in by now.
 */
async function accountFor(db: Database, link: OpenLink): Promise<Account | undefined> {
  const { userId, customerId, email, phone, locale } = link
  if (customerId === null) return undefined
  // Two links for one holder may be opened at once.
  const holder = await holderOf(db, customerId).forUpdate().executeTakeFirst()
  if (!holder) return undefined
  const isClaim = holder.claimed_tax_id !== null
  const ofHolder = await accountsOfHolder(db, { customerId })
  const ofLink = userId === null ? undefined : await findAccountOf(db, userId)
  if ([...ofHolder, ...(ofLink ? [ofLink] : [])].some(({ hasWayIn }) => hasWayIn)) return undefined

  const isOfHolder = ofHolder.some((account) => account.userId === ofLink?.userId)
  // Who a draft was mailed to is still to be whom the retailer knows, and whose claim it is still the same.
  if (isClaim ? ofLink?.userId !== holder.claimed_by_user_id : ofLink && !isOfHolder && !isOnFile(holder, link))
    return undefined
  const prepared = ofLink ?? ofHolder[0]
  const { name, tax_id: taxId } = holder
  const user_id = prepared
    ? await takePrepared(db, prepared.userId, { email, locale })
    : await addAccount(db, { logins: [taxId, email], email, name, locale })
  if (isClaim) return accountOf(db, user_id)
  await db
    .insertInto('user_customer')
    .values({ user_id, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // What the retailer does not know yet of how to reach them; what it knows is theirs to change.
  if (holder.email === null || (holder.phone === null && phone !== null))
    await db
      .updateTable('customer')
      .set((row) => ({
        email: holder.email ?? (email || null),
        phone: holder.phone ?? phone,
        version: row('version', '+', 1),
      }))
      .where('customer_id', '=', customerId)
      .execute()
  return accountOf(db, user_id)
}

/** Whether a link went to where the retailer knows a holder to be: by mail, or else to their telephone. */
function isOnFile(holder: { email: string | null; phone: string | null }, { email, phone }: OpenLink): boolean {
  if (email !== '') return email.toLowerCase() === holder.email?.toLowerCase()
  return phone !== null && holder.phone !== null && withPrefix(phone) === withPrefix(holder.phone)
}

async function takePrepared(db: Database, userId: number, its: { email: string; locale: string }): Promise<number> {
  await db.updateTable('user_account').set(its).where('user_id', '=', userId).execute()
  return userId
}

function holderOf(db: Database, customerId: number) {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select(['name', 'email', 'phone', 'claimed_tax_id', 'claimed_by_user_id'])
    .select((row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id'))
}
