import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { updateCustomer } from '#domains/customers/server/customer-store.ts'
import { linkUser } from '#domains/customers/server/user-customers.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { LinkPurpose } from '#domains/session/link-purposes.ts'
import { saveContact } from '#domains/session/server/accounts/account-changes.ts'
import {
  claimLink,
  expireOtherLinks,
  findOpenLink,
  type OpenLink,
} from '#domains/session/server/accounts/account-link-store.ts'
import {
  type Account,
  accountOf,
  identifyingTextsOf,
  savePassword,
} from '#domains/session/server/accounts/account-store.ts'
import { notifyPasswordChanged } from '#domains/session/server/accounts/notify-owner.ts'
import { newPasswordProblems } from '#domains/session/server/password/new-password.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { revokeSessionsOf } from '#domains/session/server/sessions/revoke-sessions.ts'
import {
  type RequestSource,
  type SignInDeps,
  type SignInSuccess,
  signIn,
} from '#domains/session/server/sign-in/sign-in.ts'
import { refundAttempt } from '#domains/session/server/sign-in/sign-in-throttle.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { addPhonePrefix } from '#vocabulary/phone.ts'
import { createAccount } from './add-account.ts'
import { findAccountById, findAccountsOfHolder } from './holders.ts'
import { signatureUrl } from './link-outcome.ts'
import { copyAcceptanceToUser } from './sign-up-consents.ts'

type SetPasswordDeps = SignInDeps & { db: Kysely<DB>; allowsPasswords: () => boolean }
type SetPasswordInput = { secret: string | undefined; password: string }

/**
 * Why no password was set: the link has expired, the password was rejected, passwords are switched off, or there were
 * too many attempts.
 */
export type SetPasswordFailure =
  | { kind: 'expired' | 'passwordsOff' }
  | { kind: 'rejected'; problems: string[] }
  | { kind: 'throttled'; retryAfterSeconds: number }

/** The signed-in user, and the page of what the link was mailed to sign. */
type ActivatedAccount = Extract<SignInSuccess, { kind: 'signedIn' }> & { signatureUrl: `/${string}` | null }

/**
 * Sets the first password of an account, which is created unless the retailer has prepared it, and signs its owner in.
 */
export async function activateAccount(
  deps: SetPasswordDeps,
  input: SetPasswordInput,
  source: RequestSource,
): Promise<ActivatedAccount | SetPasswordFailure> {
  const { clock } = deps
  return setPasswordByLink(deps, 'activation', input, source, async (db, link, passwordHash) => {
    const account = await resolveLinkAccount(db, link)
    if (!account) return { kind: 'expired' }
    const { userId } = account
    const now = clock()
    await savePassword(db, { userId, passwordHash })
    await expireOtherLinks(db, { userId, customerId: link.customerId }, now)
    await copyAcceptanceToUser(db, { email: link.email, userId })
    await queueMessage(db, { kind: 'accounts.activated', values: { login: account.login }, userId, link: '/' }, now)
    const { requestId, device } = source
    await writeAudit(db, { action: 'account_activated', actorUserId: userId, requestId })
    const signedIn = await signIn({ ...deps, db }, { account, by: 'link', session: { device }, requestId })
    return { ...signedIn, signatureUrl: link.signatureId === null ? null : signatureUrl(link.signatureId) }
  })
}

/** Sets a new password for an account and ends all its sessions; its second factors stay. */
export async function resetPassword(
  deps: SetPasswordDeps,
  input: SetPasswordInput,
  source: RequestSource,
): Promise<{ kind: 'done'; userId: number } | SetPasswordFailure> {
  const { clock } = deps
  return setPasswordByLink(deps, 'reset', input, source, async (db, { userId }, passwordHash) => {
    if (userId === null) return { kind: 'expired' }
    const now = clock()
    await savePassword(db, { userId, passwordHash })
    await revokeSessionsOf(db, { userId, now })
    // A user who has forgotten their password has failed to sign in before.
    await refundAttempt(db, { address: source.address, account: `user:${userId}` })
    await writeAudit(db, { action: 'password_reset', subject: `user:${userId}`, requestId: source.requestId })
    await notifyPasswordChanged(db, await accountOf(db, userId), now)
    return { kind: 'done', userId }
  })
}

/** Sets a password by a link, only once even under concurrent attempts. A rejected password leaves the link unused. */
async function setPasswordByLink<Done>(
  { db, settings, clock, allowsPasswords }: SetPasswordDeps,
  purpose: LinkPurpose,
  { secret, password }: SetPasswordInput,
  { address }: RequestSource,
  applyPassword: (db: Database, link: OpenLink, passwordHash: string) => Promise<Done | { kind: 'expired' }>,
): Promise<Done | SetPasswordFailure> {
  if (!allowsPasswords()) return { kind: 'passwordsOff' }
  const now = clock()
  const limit = { what: 'mailed link', per: 'network', value: address, maxCount: 60, minutes: 15 } as const
  const retryAfterSeconds = await countVisit(db, [limit], now)
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  const link = await findOpenLink(db, { purpose, secret, now })
  if (!link) return { kind: 'expired' }
  const problems = newPasswordProblems(password, {
    settings: settings.now(),
    ownTexts: await identifyingTexts(db, link),
  })
  if (problems.length) return { kind: 'rejected', problems }
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (transaction) => {
    if (!(await claimLink(transaction, link, now))) return { kind: 'expired' }
    return applyPassword(transaction, link, passwordHash)
  })
}

/** Returns all texts that identify the user who sets the password. */
async function identifyingTexts(db: Database, { userId, customerId, email }: OpenLink): Promise<string[]> {
  const accountTexts = userId === null ? [] : await identifyingTextsOf(db, await accountOf(db, userId))
  if (customerId === null) return accountTexts
  const { name, tax_id } = await holderOf(db, customerId).executeTakeFirstOrThrow()
  return [...accountTexts, name, tax_id, email.split('@')[0]!]
}

/**
 * Returns the account that a link activates, with the address that the link was mailed to: the prepared one, or a new
 * one with the NIF as its login. It sees the holder from then on, unless the holder is known only from an unsigned
 * draft. Undefined if an account with a way to sign in exists by now.
 */
async function resolveLinkAccount(db: Database, link: OpenLink): Promise<Account | undefined> {
  const { userId, customerId, email, phone, locale } = link
  if (customerId === null) return undefined
  // Two links for one holder may be used at the same time.
  const holder = await holderOf(db, customerId).forUpdate().executeTakeFirst()
  if (!holder) return undefined
  const isClaim = holder.claimed_tax_id !== null
  const holderAccounts = await findAccountsOfHolder(db, { customerId })
  const linkAccount = userId === null ? undefined : await findAccountById(db, userId)
  if ([...holderAccounts, ...(linkAccount ? [linkAccount] : [])].some(({ canSignIn }) => canSignIn)) return undefined

  const isOfHolder = holderAccounts.some((account) => account.userId === linkAccount?.userId)
  // A link for a draft requires that the recipient is still the one on file, or that the claim still has the same
  // claimant.
  if (
    isClaim ? linkAccount?.userId !== holder.claimed_by_user_id : linkAccount && !isOfHolder && !isOnFile(holder, link)
  )
    return undefined
  const prepared = linkAccount ?? holderAccounts[0]
  const { name, tax_id: taxId } = holder
  if (prepared) await saveContact(db, prepared.userId, { email, locale })
  const user_id = prepared ? prepared.userId : await createAccount(db, { logins: [taxId, email], email, name, locale })
  if (isClaim) return accountOf(db, user_id)
  await linkUser(db, { userId: user_id, customerId })
  // Adds contact details that the retailer does not have yet. Existing ones are for the holder to change.
  if (holder.email === null || (holder.phone === null && phone !== null))
    await updateCustomer(db, customerId, { email: holder.email ?? (email || null), phone: holder.phone ?? phone })
  return accountOf(db, user_id)
}

/** Checks whether a link was sent to a holder's contact details on file: their e-mail address, or else their phone. */
function isOnFile(holder: { email: string | null; phone: string | null }, { email, phone }: OpenLink): boolean {
  if (email !== '') return email.toLowerCase() === holder.email?.toLowerCase()
  return phone !== null && holder.phone !== null && addPhonePrefix(phone) === addPhonePrefix(holder.phone)
}

function holderOf(db: Database, customerId: number) {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select(['name', 'email', 'phone', 'claimed_tax_id', 'claimed_by_user_id'])
    .select((row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id'))
}
