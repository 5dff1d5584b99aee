import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { encryptLink } from '#domains/accounts/server/mailed-link.ts'
import { type NewMessage, queueMessage } from '#domains/messages/server/queue-message.ts'
import { delayUnsentMessages, rewriteUnsentMessages } from '#domains/messages/server/unsent-messages.ts'
import { textMessageKind } from '#domains/messages/text-messages.ts'
import { createLink } from '#domains/session/server/accounts/account-link-store.ts'
import type { SignatureRequest } from '#domains/signatures/server/request-signature.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ContractDraft } from './contract-draft.ts'
import { isGasContractExpected } from './dual-contracts.ts'

/**
 * How the signer reaches the page: a user who can sign in signs after signing in, anybody else sets a password first.
 */
export type SigningChannel = { canSignIn: boolean } & ({ kind: 'mail'; email: string } | { kind: 'sms'; phone: string })

/** For how many days a new customer can set a password by the mailed link; the document waits as long. */
const linkDays = 30

/**
 * For how many minutes the mail of the electricity of a dual contract is delayed, so that one mail can announce its gas
 * too.
 */
const minutesForGas = 10

export type SigningInvitation = {
  draft: ContractDraft
  energy: 'electricity' | 'gas'
  leadId: number
  /** The street and town of the supply. */
  address: string
  signature: SignatureRequest
  /** The other half of a dual contract, where one code signs both. */
  other: { name: string; energy: 'electricity' | 'gas' } | undefined
  locale: Locale
  now: Date
}

type InvitedSigner = { userId: number; channel: SigningChannel }
type SigningInvitationDeps = { db: Database; encryptionKeys: KeyRing }

/**
 * Sends the way to sign, by mail or by text message; both halves of a dual contract in one message. A user with a
 * password signs after signing in, anybody else sets one first.
 */
export async function sendSigningInvitation(
  deps: SigningInvitationDeps,
  invitation: SigningInvitation,
  signer: InvitedSigner,
): Promise<void> {
  const { db } = deps
  const { energy, leadId, other, now } = invitation
  if (other && (await mergeSigningInvitations(db, invitation))) return
  const isGasAddition = energy === 'gas' && other !== undefined && (await hasBeenNotified(db, other.name))
  await queueMessage(db, await invitationMessageOf(deps, invitation, signer, isGasAddition), now)
  if (energy === 'electricity' && !other && (await isGasContractExpected(db, leadId)))
    await delayMessage(db, invitation)
}

/**
 * Turns an unsent message about one half of a dual contract into one about both, and releases it. Returns false where
 * there is none: it has been sent, or the signer was present and not written to.
 */
export async function mergeSigningInvitations(
  db: Database,
  { other, signature, ...invitation }: SigningInvitation,
): Promise<boolean> {
  if (!other) return false
  return rewriteUnsentMessages(
    db,
    { kinds: signingMessageKinds, contract: other.name },
    {
      values: valuesOf({ ...invitation, other }),
      newKinds: { [textMessageKind('activate')]: textMessageKind('activateBoth') },
      sendAt: invitation.now,
    },
  )
}

async function invitationMessageOf(
  { db, encryptionKeys }: SigningInvitationDeps,
  { signature, ...invitation }: SigningInvitation,
  { userId, channel }: InvitedSigner,
  /** Whether the electricity was announced alone before. */
  isGasAddition: boolean,
): Promise<NewMessage> {
  const { draft, other, locale, now } = invitation
  const { customerId, contractId } = draft
  const until = new Date(now.getTime() + linkDays * msPerDay)
  const values = { ...valuesOf(invitation), until: until.toISOString() }
  const textKind = textMessageKind(isGasAddition ? 'gasAdded' : other ? 'activateBoth' : 'activate')
  const textMessage = channel.kind === 'sms' && { kind: textKind, values, toAddress: channel.phone, locale }
  if (channel.canSignIn) {
    const link = signature.url as `/${string}`
    if (textMessage) return { ...textMessage, link }
    const kind = isGasAddition ? 'contracting.signGasAdded' : 'contracting.signSupply'
    return { kind, values: valuesOf(invitation), userId, contractId, link }
  }
  const email = channel.kind === 'mail' ? channel.email : ''
  const phone = channel.kind === 'sms' ? channel.phone : null
  const recipient = { userId, customerId, signatureId: signature.id, email, phone, locale }
  const secret = await createLink(db, { purpose: 'activation', ...recipient, expiresAt: until }, now)
  const link = encryptLink('activation', secret, encryptionKeys)
  const kind = isGasAddition ? 'contracting.activateGasAdded' : 'contracting.activateSupply'
  return textMessage ? { ...textMessage, link } : { kind, values, toAddress: email, locale, link }
}

/** Returns the message values: the energy or `dual`, the names of the contracts, and the address of the supply. */
function valuesOf({
  draft,
  energy,
  address,
  other,
}: Pick<SigningInvitation, 'draft' | 'energy' | 'address' | 'other'>): Record<string, string> {
  if (!other) return { energy, contract: draft.name, address }
  const names = energy === 'gas' ? [other.name, draft.name] : [draft.name, other.name]
  return { energy: 'dual', contract: names[0]!, gasContract: names[1]!, address }
}

/** Delays a message until the gas follows, for a short time at most. */
function delayMessage(db: Database, { draft, now }: SigningInvitation) {
  const sendAt = new Date(now.getTime() + minutesForGas * 60_000)
  return delayUnsentMessages(db, { kinds: signingMessageKinds, contract: draft.name }, sendAt)
}

const signingMessageKinds = ['contracting.signSupply', 'contracting.activateSupply', textMessageKind('activate')]

/** Checks whether the message about a single contract has been sent. */
async function hasBeenNotified(db: Database, contractName: string): Promise<boolean> {
  const sent = await db
    .selectFrom('outbox_message')
    .where('kind', 'in', signingMessageKinds)
    .where('sent_at', 'is not', null)
    .where(sql<boolean>`values ->> 'contract' = ${contractName}`)
    .select('kind')
    .executeTakeFirst()
  return sent !== undefined
}
