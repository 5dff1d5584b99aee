import type { Database } from '#db/database.ts'
import { accountsOfHolder } from '#domains/accounts/server/holders.ts'
import { makeLink } from '#domains/accounts/server/link-store.ts'
import { sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { outboxKindOf } from '#domains/messages/text-messages.ts'
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
  finishWords: (way: 'sign' | 'mail' | 'sms' | 'call' | 'calledBack', locale: Locale) => string
  /** Encrypts the links of mails that wait to be sent. */
  sealingKey: Uint8Array
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

/** The user of the session where the contract is theirs, or of a holder whom nobody knew before. */
async function ownUser(
  db: Database,
  { customerId, isNewCustomer }: MadeContract,
  actor: Actor,
): Promise<number | null> {
  if (actor.kind !== 'customer') return null
  if (actor.customerIds.includes(customerId)) return actor.userId
  if (!isNewCustomer) return null
  await letLookAfter(db, { userId: actor.userId, customerId })
  return actor.userId
}

/** How the signer gets to the page: whoever has a way in signs after logging in, everybody else sets a password first. */
type Way = { hasWayIn: boolean } & ({ kind: 'mail'; email: string } | { kind: 'sms'; phone: string })
/** The account that signs; no way is needed where its owner is there already. */
type Signer = { userId: number; way: Way | null }

/** The account that signs, made ready where there is none; null where nobody can be written to. */
async function reachedSigner(db: Database, { made, steps, locale }: Asking): Promise<Signer | null> {
  const { customerId, isNewCustomer } = made
  const holder = holderOf(steps)
  const accounts = await accountsOfHolder(db, { customerId, taxId: holder.taxId })
  const account = accounts.find(({ hasWayIn }) => hasWayIn) ?? accounts[0]
  const known = isNewCustomer ? holder : await reachedOnFile(db, customerId)
  const way = wayTo(account?.email ? { email: account.email, phone: null } : known, account?.hasWayIn ?? false)
  if (way === null) return null
  const userId = account?.userId ?? (await prepareAccount(db, { holder, locale, way }))
  await letLookAfter(db, { userId, customerId })
  return { userId, way }
}

/** By mail before text message; a line that is no mobile is called. */
function wayTo({ email, phone }: { email: string | null; phone: string | null }, hasWayIn: boolean): Way | null {
  if (email) return { kind: 'mail', email, hasWayIn }
  const number = phone === null ? '' : withPrefix(phone)
  return isMobilePhone(number) ? { kind: 'sms', phone: number, hasWayIn } : null
}

/** An account without an e-mail address has an empty one until its owner gives one. */
async function prepareAccount(
  db: Database,
  { holder, locale, way }: { holder: ReturnType<typeof holderOf>; locale: Locale; way: Way },
): Promise<number> {
  const email = way.kind === 'mail' ? way.email : ''
  const { user_id } = await db
    .insertInto('user_account')
    .values({ login: holder.taxId.toLowerCase(), email, name: holder.name, password_hash: 'none', locale })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** The account of the holder's NIF may not have had a contract yet. */
async function letLookAfter(db: Database, { userId, customerId }: { userId: number; customerId: number }) {
  await db
    .insertInto('user_customer')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function reachedOnFile(db: Database, customerId: number) {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select(['email', 'phone'])
    .executeTakeFirstOrThrow()
}

/**
 * Writes where to sign, by mail or by text message. Who has a password signs after logging in, everybody else sets one first.
 */
async function tellWay(
  { db, sealingKey }: Needs,
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
  const secret = await makeLink(db, { purpose: 'activation', userId, customerId, email, locale, expiresAt: until }, now)
  const link = sealedLink('activation', secret, sealingKey)
  const byMail = { kind: 'contracting.activate', values, toAddress: email, locale, link } as const
  return queueMessage(db, byText ? { ...byText, link } : byMail, now)
}
