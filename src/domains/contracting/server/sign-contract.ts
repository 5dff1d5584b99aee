import type { Database } from '#db/database.ts'
import { accountsOfHolder } from '#domains/accounts/server/holders.ts'
import { makeLink } from '#domains/accounts/server/link-store.ts'
import { sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { askForSignature, type SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
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
  finishWords: (way: 'sign' | 'mail' | 'call' | 'calledBack', locale: Locale) => string
  /** Encrypts the links of mails that wait to be sent. */
  sealingKey: Uint8Array
}

type Needs = PaperNeeds & { db: Database }
type Asking = { made: MadeContract; steps: WholeSteps; locale: Locale; actor: Actor; now: Date }

/**
 * Asks for the signature of a draft. Whoever is signed in and the holder's own signs at once. For anybody else the way
 * leads through a mailbox: that of the known holder, who may not be the one who typed the tax id, or the one that a new
 * holder named. So nobody learns who is a customer, and nobody signs for another.
 * @returns the page to sign on, or null where it was mailed.
 */
export async function askToSign(needs: Needs, asking: Asking): Promise<SignatureAsked | null> {
  const { made, steps, locale, actor, now } = asking
  const own = await ownUser(needs.db, made, actor)
  const signer = own === null ? await mailedSigner(needs.db, asking) : { userId: own, mail: null }
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
  if (signer.mail === null) return signature
  await mailLink(needs, asking, { ...signer.mail, userId: signer.userId, signature })
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

type Mailed = { userId: number; mail: { hasWayIn: boolean; email: string } }

/** The account that signs, made ready where there is none; null where nobody can be written to. */
async function mailedSigner(db: Database, { made, steps, locale }: Asking): Promise<Mailed | null> {
  const { customerId, isNewCustomer } = made
  const holder = holderOf(steps)
  const accounts = await accountsOfHolder(db, { customerId, taxId: holder.taxId })
  const account = accounts.find(({ hasWayIn }) => hasWayIn) ?? accounts[0]
  if (account) {
    await letLookAfter(db, { userId: account.userId, customerId })
    return { userId: account.userId, mail: account }
  }
  const email = isNewCustomer ? holder.email : await emailOnFile(db, customerId)
  if (!email) return null
  const { user_id: userId } = await db
    .insertInto('user_account')
    .values({ login: holder.taxId.toLowerCase(), email, name: holder.name, password_hash: 'none', locale })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await letLookAfter(db, { userId, customerId })
  return { userId, mail: { email, hasWayIn: false } }
}

/** The account of the holder's NIF may not have had a contract yet. */
async function letLookAfter(db: Database, { userId, customerId }: { userId: number; customerId: number }) {
  await db
    .insertInto('user_customer')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function emailOnFile(db: Database, customerId: number): Promise<string | null> {
  const { email } = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select('email')
    .executeTakeFirstOrThrow()
  return email
}

/** Who has a password signs after logging in, everybody else sets one first. */
async function mailLink(
  { db, sealingKey }: Needs,
  { made, locale, now }: Asking,
  to: Mailed['mail'] & { userId: number; signature: SignatureAsked },
) {
  const { customerId, contractId, name } = made
  const { userId, hasWayIn, email, signature } = to
  const values = { contract: name }
  if (hasWayIn) {
    const link = signature.url as `/${string}`
    return queueMessage(db, { kind: 'contracting.toSign', values, userId, contractId, link }, now)
  }
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3_600_000)
  const secret = await makeLink(db, { purpose: 'activation', userId, customerId, email, locale, expiresAt }, now)
  const link = sealedLink('activation', secret, sealingKey)
  await queueMessage(
    db,
    {
      kind: 'contracting.activate',
      values: { ...values, until: expiresAt.toISOString() },
      toAddress: email,
      locale,
      link,
    },
    now,
  )
}
