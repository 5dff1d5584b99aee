import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { makeLink } from '#domains/accounts/server/link-store.ts'
import { sealedLink } from '#domains/accounts/server/mailed-link.ts'
import { type MessageToQueue, queueMessage } from '#domains/messages/server/queue-message.ts'
import { outboxKindOf } from '#domains/messages/text-messages.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import type { Locale } from '#kit/locale.ts'
import { isGasExpected } from './dual-halves.ts'
import type { MadeContract } from './make-contract.ts'

/** How the signer gets to the page: whoever has a way in signs after logging in, everybody else sets a password first. */
export type Way = { hasWayIn: boolean } & ({ kind: 'mail'; email: string } | { kind: 'sms'; phone: string })

/** For how long the link of the mail lets a new customer set a password; the document itself waits as long. */
const linkDays = 30

/** How long the mail of the electricity of a dual contract waits for its gas, so that one tells of both. */
const minutesForGas = 10

export type WhereToSign = {
  made: MadeContract
  energy: 'electricity' | 'gas'
  leadId: number
  /** The street of the supply and its town. */
  address: string
  signature: SignatureAsked
  /** The other half of a dual contract, where one code signs both. */
  other: { name: string; energy: 'electricity' | 'gas' } | undefined
  locale: Locale
  now: Date
}

type Signer = { userId: number; way: Way }
type Deps = { db: Database; sealingKeys: KeyRing }

/**
 * Writes where to sign, by mail or by text message: of both halves of a dual contract once. Who has a password signs after
 * logging in, everybody else sets one first.
 */
export async function tellWhereToSign(deps: Deps, where: WhereToSign, signer: Signer): Promise<void> {
  const { db } = deps
  const { energy, leadId, other, now } = where
  if (other && (await tellOfBoth(db, where))) return
  const isAdded = energy === 'gas' && other !== undefined && (await isToldAlready(db, other.name))
  await queueMessage(db, await messageOf(deps, where, signer, isAdded), now)
  if (energy === 'electricity' && !other && (await isGasExpected(db, leadId))) await hold(db, where)
}

/**
 * Makes what has not gone out yet about one half of a dual contract tell of both, and lets it go. False where there is
 * nothing: it is out, or whoever took them out signs without being written to.
 */
export async function tellOfBoth(db: Database, { other, signature, ...where }: WhereToSign): Promise<boolean> {
  if (!other) return false
  const values = JSON.stringify(valuesOf({ ...where, other }))
  const told = await unsent(db, other.name)
    .set({
      values: sql`values || ${values}::jsonb`,
      kind: sql<string>`case kind when ${outboxKindOf('activate')} then ${outboxKindOf('activateBoth')} else kind end`,
      send_at: where.now,
    })
    .executeTakeFirst()
  return told.numUpdatedRows > 0n
}

async function messageOf(
  { db, sealingKeys }: Deps,
  { signature, ...where }: WhereToSign,
  { userId, way }: Signer,
  /** Whether the electricity alone was written of before. */
  isAdded: boolean,
): Promise<MessageToQueue> {
  const { made, other, locale, now } = where
  const { customerId, contractId } = made
  const until = new Date(now.getTime() + linkDays * 24 * 3_600_000)
  const values = { ...valuesOf(where), until: until.toISOString() }
  const textKind = outboxKindOf(isAdded ? 'gasAdded' : other ? 'activateBoth' : 'activate')
  const byText = way.kind === 'sms' && { kind: textKind, values, toAddress: way.phone, locale }
  if (way.hasWayIn) {
    const link = signature.url as `/${string}`
    if (byText) return { ...byText, link }
    const kind = isAdded ? 'contracting.signGasAdded' : 'contracting.signSupply'
    return { kind, values: valuesOf(where), userId, contractId, link }
  }
  const email = way.kind === 'mail' ? way.email : ''
  const phone = way.kind === 'sms' ? way.phone : null
  const whose = { userId, customerId, signatureId: signature.id, email, phone, locale }
  const secret = await makeLink(db, { purpose: 'activation', ...whose, expiresAt: until }, now)
  const link = sealedLink('activation', secret, sealingKeys)
  const kind = isAdded ? 'contracting.activateGasAdded' : 'contracting.activateSupply'
  return byText ? { ...byText, link } : { kind, values, toAddress: email, locale, link }
}

/** What is signed: of which energy, or `dual`, the names of the contracts, and where the supply is. */
function valuesOf({
  made,
  energy,
  address,
  other,
}: Pick<WhereToSign, 'made' | 'energy' | 'address' | 'other'>): Record<string, string> {
  if (!other) return { energy, contract: made.name, address }
  const names = energy === 'gas' ? [other.name, made.name] : [made.name, other.name]
  return { energy: 'dual', contract: names[0]!, gasContract: names[1]!, address }
}

/** Holds a message back until the gas is there too, and no longer than a moment. */
function hold(db: Database, { made, now }: WhereToSign) {
  return unsent(db, made.name)
    .set({ send_at: new Date(now.getTime() + minutesForGas * 60_000) })
    .execute()
}

const kinds = ['contracting.signSupply', 'contracting.activateSupply', outboxKindOf('activate')]

/** Whether what tells of a contract alone has gone out. */
async function isToldAlready(db: Database, contractName: string): Promise<boolean> {
  const told = await db
    .selectFrom('outbox_message')
    .where('kind', 'in', kinds)
    .where('sent_at', 'is not', null)
    .where(sql<boolean>`values ->> 'contract' = ${contractName}`)
    .select('kind')
    .executeTakeFirst()
  return told !== undefined
}

function unsent(db: Database, contractName: string) {
  return db
    .updateTable('outbox_message')
    .where('kind', 'in', kinds)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('failures', '=', 0)
    .where(sql<boolean>`values ->> 'contract' = ${contractName}`)
}
