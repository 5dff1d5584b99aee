import type { Database } from '#db/database.ts'
import { addAccount } from '#domains/accounts/server/add-account.ts'
import { claimantOf, giveClaimTo } from '#domains/accounts/server/claims.ts'
import { accountsOfHolder, accountsWithEmail, findAccountOf } from '#domains/accounts/server/holders.ts'
import { makeLink } from '#domains/accounts/server/link-store.ts'
import { sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { outboxKindOf } from '#domains/messages/text-messages.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { askForSignature, type SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import { isMobilePhone, withPrefix } from '#vocabulary/phone.ts'
import { drawContract } from './documents/contract-document.ts'
import type { ContractPaper } from './documents/contract-paper.ts'
import { contractToDraw } from './documents/contract-to-draw.ts'
import { holderOf, type MadeContract, type WholeSteps } from './make-contract.ts'

/** For how long the link of the mail lets a new customer set a password; the document itself waits as long. */
const linkDays = 30

export type PaperNeeds = {
  files: Files
  paperIn: (locale: Locale) => ContractPaper
  /** What the last step shows, in markdown. */
  finishWords: (
    way: 'sign' | 'mail' | 'sms' | 'call' | 'calledBack' | 'beingChecked',
    locale: Locale,
    about: { energy: 'electricity' | 'gas'; isSupplied: boolean },
  ) => string
  /** Encrypts the links of mails that wait to be sent. */
  sealingKeys: KeyRing
}

type Needs = PaperNeeds & { db: Database }

type Asking = { made: MadeContract; steps: WholeSteps; locale: Locale; actor: Actor; now: Date }

/**
 * Asks for the signature of a draft. Whoever is signed in and the holder's own signs at once. For anybody else the way
 * leads through a mailbox: that of the known holder, who may not be the one who typed the tax id, or the one that a new
 * holder named; where there is no e-mail address, through their mobile. So nobody learns who is a customer, and nobody
 * signs for another.
 * @returns the page to sign on for whoever is there, null where they are written to.
 */
export async function askToSign(needs: Needs, asking: Asking): Promise<SignatureAsked | null> {
  const { made, steps, locale, actor, now } = asking
  const own = await ownUser(needs.db, made, actor)
  const signer = own === null ? await reachedSigner(needs.db, asking) : { userId: own, way: null }
  if (signer === null) return null
  const { title, content } = await drawContract(
    await contractToDraw(needs.db, { made, steps, now }),
    needs.paperIn(locale),
  )
  const signature = await askForSignature(needs.db, needs.files, {
    customerId: made.customerId,
    userId: signer.userId,
    contractId: made.contractId,
    subject: { kind: 'contract', id: made.contractId },
    title,
    document: content,
    locale,
    now,
  })
  const { userId, way } = signer
  if (way === null) return signature
  await tellWay(needs, asking, { userId, way, signature })
  return null
}

/** The user of the session where the contract is theirs, or of a holder whom nobody knew before and whom they claim to be. */
async function ownUser(
  db: Database,
  { customerId, isNewCustomer }: MadeContract,
  actor: Actor,
): Promise<number | null> {
  if (actor.kind !== 'customer') return null
  if (actor.customerIds.includes(customerId)) return actor.userId
  if (!isNewCustomer) return null
  await giveClaimTo(db, { customerId, userId: actor.userId })
  return actor.userId
}

/** How the signer gets to the page: whoever has a way in signs after logging in, everybody else sets a password first. */
type Way = { hasWayIn: boolean } & ({ kind: 'mail'; email: string } | { kind: 'sms'; phone: string })
/** The account that signs; no way is needed where its owner is there already. */
type Signer = { userId: number; way: Way | null }

/** The account that signs, made ready where there is none; null where nobody can be written to. Nobody sees the holder by that. */
function reachedSigner(db: Database, { made, steps, locale }: Asking): Promise<Signer | null> {
  const { customerId, name: key, isNewCustomer } = made
  const about = { customerId, key, locale, holder: holderOf(steps) }
  return isNewCustomer ? signerOfClaim(db, about) : signerOnFile(db, about)
}

type About = { customerId: number; key: string; locale: Locale; holder: ReturnType<typeof holderOf> }

/** Whose claim it is already; else the one account at the mailbox that was typed; else one made ready for that mailbox. */
async function signerOfClaim(db: Database, { customerId, key, locale, holder }: About): Promise<Signer | null> {
  const userId = await claimantOf(db, customerId)
  const account = userId === null ? await accountAt(db, holder.email) : await findAccountOf(db, userId)
  const way = wayTo(account?.email ? { email: account.email, phone: null } : holder, account?.hasWayIn ?? false)
  if (way === null) return null
  const email = way.kind === 'mail' ? way.email : ''
  // Not under the tax id: whose that is nobody knows yet.
  const prepare = () => addAccount(db, { logins: [email, key], email, name: holder.name, locale })
  const signer = account?.userId ?? (await prepare())
  await giveClaimTo(db, { customerId, userId: signer })
  return { userId: signer, way }
}

async function accountAt(db: Database, email: string | null) {
  const accounts = email === null ? [] : (await accountsWithEmail(db, email)).filter(({ hasWayIn }) => hasWayIn)
  return accounts.length === 1 ? accounts[0] : undefined
}

/** An account of the holder's own, or one made ready for the mailbox or the telephone on file; never for what was typed. */
async function signerOnFile(db: Database, { customerId, key, locale }: About): Promise<Signer | null> {
  const accounts = await accountsOfHolder(db, { customerId })
  const account = accounts.find(({ hasWayIn }) => hasWayIn) ?? accounts[0]
  const known = await reachedOnFile(db, customerId)
  const way = wayTo(account?.email ? { email: account.email, phone: null } : known, account?.hasWayIn ?? false)
  if (way === null) return null
  const email = way.kind === 'mail' ? way.email : ''
  const prepare = () => addAccount(db, { logins: [known.tax_id, email, key], email, name: known.name, locale })
  const userId = account?.userId ?? (await preparedBefore(db, { customerId, email })) ?? (await prepare())
  return { userId, way }
}

/** The account that another draft of the holder has made ready for the same mailbox. */
async function preparedBefore(db: Database, { customerId, email }: { customerId: number; email: string }) {
  const waiting = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where('state', '=', 'waiting')
    .select('requested_by_user_id')
    .execute()
  for (const { requested_by_user_id } of waiting) {
    const account = await findAccountOf(db, requested_by_user_id)
    if (account && !account.hasWayIn && account.email === email) return account.userId
  }
  return undefined
}

/** By mail before text message; a line that is no mobile is called. */
function wayTo({ email, phone }: { email: string | null; phone: string | null }, hasWayIn: boolean): Way | null {
  if (email) return { kind: 'mail', email, hasWayIn }
  const number = phone === null ? '' : withPrefix(phone)
  return isMobilePhone(number) ? { kind: 'sms', phone: number, hasWayIn } : null
}

function reachedOnFile(db: Database, customerId: number) {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select(['name', 'tax_id', 'email', 'phone'])
    .executeTakeFirstOrThrow()
}

/**
 * Writes where to sign, by mail or by text message. Who has a password signs after logging in, everybody else sets one first.
 */
async function tellWay(
  { db, sealingKeys }: Needs,
  { made, locale, now }: Asking,
  { userId, way, signature }: { userId: number; way: Way; signature: SignatureAsked },
) {
  const { customerId, contractId, name } = made
  const until = new Date(now.getTime() + linkDays * 24 * 3_600_000)
  const values = { contract: name, until: until.toISOString() }
  const byText =
    way.kind === 'sms' && ({ kind: outboxKindOf('activate'), values, toAddress: way.phone, locale } as const)
  if (way.hasWayIn) {
    const link = signature.url as `/${string}`
    const byMail = { kind: 'contracting.toSign', values: { contract: name }, userId, contractId, link } as const
    return queueMessage(db, byText ? { ...byText, link } : byMail, now)
  }
  const email = way.kind === 'mail' ? way.email : ''
  const phone = way.kind === 'sms' ? way.phone : null
  const whose = { userId, customerId, email, phone, locale }
  const secret = await makeLink(db, { purpose: 'activation', ...whose, expiresAt: until }, now)
  const link = sealedLink('activation', secret, sealingKeys)
  const byMail = { kind: 'contracting.activate', values, toAddress: email, locale, link } as const
  return queueMessage(db, byText ? { ...byText, link } : byMail, now)
}
