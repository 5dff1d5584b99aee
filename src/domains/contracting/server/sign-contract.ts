import type { Database } from '#db/database.ts'
import { addAccount } from '#domains/accounts/server/add-account.ts'
import { claimantOf, giveClaimTo } from '#domains/accounts/server/claims.ts'
import { accountsOfHolder, accountsWithEmail, findAccountOf } from '#domains/accounts/server/holders.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { askForSignature, type SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import { joinDocument } from '#domains/signatures/server/join-document.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import { isMobilePhone, withPrefix } from '#vocabulary/phone.ts'
import { drawContract } from './documents/contract-document.ts'
import type { ContractPaper } from './documents/contract-paper.ts'
import { contractToDraw } from './documents/contract-to-draw.ts'
import { findWaitingHalf, type WaitingHalf } from './dual-halves.ts'
import { holderOf, type MadeContract, type WholeSteps } from './make-contract.ts'
import { tellOfBoth, tellWhereToSign, type Way } from './tell-where-to-sign.ts'

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
type Drawn = { title: string; content: Buffer }

type Asking = {
  made: MadeContract
  steps: WholeSteps
  energy: 'electricity' | 'gas'
  leadId: number
  locale: Locale
  actor: Actor
  now: Date
}

/**
 * Asks for the signature of a draft: together with the other half of a dual contract where that waits for the same signer, by
 * itself otherwise. Whoever is signed in and the holder's own signs at once. For anybody else the way
 * leads through a mailbox: that of the known holder, who may not be the one who typed the tax id, or the one that a new
 * holder named; where there is no e-mail address, through their mobile. So nobody learns who is a customer, and nobody
 * signs for another.
 * @returns the page to sign on for whoever is there, null where they are written to.
 */
export async function askToSign(needs: Needs, asking: Asking): Promise<SignatureAsked | null> {
  const { made, steps, energy, leadId, locale, actor, now } = asking
  const own = await ownUser(needs.db, made, actor)
  const signer = own === null ? await reachedSigner(needs.db, asking) : { userId: own, way: null }
  if (signer === null) return null
  const { userId, way } = signer
  const contract = await contractToDraw(needs.db, { made, steps, now })
  const drawn = await drawContract(contract, needs.paperIn(locale))
  const half = await findWaitingHalf(needs.db, { ...made, userId, now })
  const joined = half && (await joinTo(needs, asking, half, drawn.content))
  const signature = joined ?? (await askAlone(needs, asking, userId, drawn))
  const about = { made, energy, leadId, address: contract.supplyAddress, signature, locale, now }
  const where = { ...about, other: joined && half }
  if (way === null) {
    await tellOfBoth(needs.db, where)
    return signature
  }
  await tellWhereToSign(needs, where, { userId, way })
  return null
}

function askAlone(
  { db, files }: Needs,
  { made: { customerId, contractId }, locale, now }: Asking,
  userId: number,
  { title, content: document }: Drawn,
): Promise<SignatureAsked> {
  const subject = { kind: 'contract', id: contractId }
  return askForSignature(db, files, { customerId, userId, contractId, subject, title, document, locale, now })
}

/** One signature for both halves of a dual contract: what waits of the other is read and signed together with this. */
function joinTo(
  { db, files, paperIn }: Needs,
  { made: { customerId, contractId, name }, energy, locale, now }: Asking,
  half: WaitingHalf,
  document: Buffer,
): Promise<SignatureAsked | undefined> {
  const [electricity, gas] = energy === 'gas' ? [half.name, name] : [name, half.name]
  const title = paperIn(locale).say('titleOfBoth', { electricity, gas })
  const { signatureId } = half
  return joinDocument(db, files, { customerId, signatureId, contractId, title, document, now })
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
