import type { Database } from '#db/database.ts'
import { createAccount } from '#domains/accounts/server/add-account.ts'
import { assignClaimant, claimantOf } from '#domains/accounts/server/claims.ts'
import { findAccountById, findAccountsByEmail, findAccountsOfHolder } from '#domains/accounts/server/holders.ts'
import { appendDocument } from '#domains/signatures/server/append-document.ts'
import {
  type DrawnSummary,
  requestSignature,
  type SignatureRequest,
} from '#domains/signatures/server/request-signature.ts'
import type { Actor } from '#kit/actor.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { addPhonePrefix, isMobilePhone } from '#vocabulary/phone.ts'
import { type CompleteSteps, type ContractDraft, holderOf } from './contract-draft.ts'
import { writeBonusRenunciation } from './documents/bonus-renunciation.ts'
import { drawContract } from './documents/contract-document.ts'
import type { ContractDocumentContext } from './documents/contract-document-context.ts'
import { type ContractDocumentData, readContractDocumentData } from './documents/contract-document-data.ts'
import { drawSummary, summarizeContract } from './documents/contract-summary.ts'
import { type AwaitingDualContract, findAwaitingDualContract } from './dual-contracts.ts'
import { mergeSigningInvitations, type SigningChannel, sendSigningInvitation } from './signing-invitation.ts'

export type ContractDocumentDeps = {
  files: Files
  documentContextFor: (locale: Locale) => ContractDocumentContext
  /** The text shown after the last step, in markdown. */
  finishText: (
    channel: 'sign' | 'mail' | 'sms' | 'call' | 'calledBack' | 'beingChecked',
    locale: Locale,
    holderContext: { energy: 'electricity' | 'gas'; isSupplied: boolean },
  ) => string
  /** Encrypts the links of queued mails. */
  encryptionKeys: KeyRing
}

type ContractSignatureDeps = ContractDocumentDeps & { db: Database }
type DrawnDocument = { title: string; content: Buffer; summary: DrawnSummary; annex?: DrawnSummary }

type ContractSignatureRequest = {
  draft: ContractDraft
  steps: CompleteSteps
  energy: 'electricity' | 'gas'
  leadId: number
  locale: Locale
  actor: Actor
  now: Date
}

/**
 * Requests the signature of a draft: together with the other half of a dual contract where that waits for the same
 * signer, by itself otherwise. A signed-in user who is the holder's own signs at once. Anybody else is reached through
 * a mailbox: that of the known holder, who may not be the person who typed the tax id, or the one that a new holder
 * gave; where there is no e-mail address, through their mobile. This way nobody learns who is a customer, and nobody
 * signs for another.
 * @returns the page to sign on for a user who is present, null where they are written to.
 */
export async function requestContractSignature(
  deps: ContractSignatureDeps,
  request: ContractSignatureRequest,
): Promise<SignatureRequest | null> {
  const { draft, steps, energy, leadId, locale, actor, now } = request
  const ownUserId = await findOwnSigner(deps.db, draft, actor)
  const signer = ownUserId === null ? await findReachableSigner(deps.db, request) : { userId: ownUserId, channel: null }
  if (signer === null) return null
  const { userId, channel } = signer
  const documentData = await readContractDocumentData(deps.db, { draft, steps, now })
  const document = await drawPapers(documentData, steps, deps.documentContextFor(locale))
  const otherContract = await findAwaitingDualContract(deps.db, { ...draft, userId, now })
  const joinedSignature = otherContract && (await joinDualSignature(deps, request, otherContract, document))
  const signature = joinedSignature ?? (await requestSingleSignature(deps, request, userId, document))
  const shared = { draft, energy, leadId, address: documentData.supplyAddress, signature, locale, now }
  const invitation = { ...shared, other: joinedSignature && otherContract }
  if (channel === null) {
    await mergeSigningInvitations(deps.db, invitation)
    return signature
  }
  await sendSigningInvitation(deps, invitation, { userId, channel })
  return null
}

/** Draws the contract and, apart from it, its summary and the renunciation of the social bonus. */
async function drawPapers(
  contract: ContractDocumentData,
  steps: CompleteSteps,
  context: ContractDocumentContext,
): Promise<DrawnDocument> {
  const paper = summarizeContract(contract, context)
  const renunciation = writeBonusRenunciation(contract, steps, context)
  const { madeAt } = contract
  return {
    ...(await drawContract(contract, context)),
    summary: { paper, content: await drawSummary(paper, context, madeAt) },
    ...(renunciation && {
      annex: { paper: renunciation, content: await drawSummary(renunciation, context, madeAt) },
    }),
  }
}

function requestSingleSignature(
  { db, files }: ContractSignatureDeps,
  { draft: { customerId, contractId }, locale, now }: ContractSignatureRequest,
  userId: number,
  { title, content: document, summary, annex }: DrawnDocument,
): Promise<SignatureRequest> {
  const subject = { kind: 'contract', id: contractId }
  return requestSignature(db, files, {
    ...{ customerId, userId, contractId, subject, title, document, summary, locale, now },
    ...(annex && { annex }),
  })
}

/**
 * Joins both halves of a dual contract in one signature: the pending document of the other half is read and signed
 * together with this one.
 */
function joinDualSignature(
  { db, files, documentContextFor }: ContractSignatureDeps,
  { draft: { customerId, contractId, name }, energy, locale, now }: ContractSignatureRequest,
  otherContract: AwaitingDualContract,
  { content: document, summary, annex }: DrawnDocument,
): Promise<SignatureRequest | undefined> {
  const [electricity, gas] = energy === 'gas' ? [otherContract.name, name] : [name, otherContract.name]
  const title = documentContextFor(locale).t('titleOfBoth', { electricity, gas })
  const { signatureId } = otherContract
  const papers = { title, document, summary, ...(annex && { annex }) }
  return appendDocument(db, files, { customerId, signatureId, contractId, ...papers, now })
}

/**
 * Returns the user of the session where the contract is theirs, or belongs to a previously unknown holder whom they
 * claim to be.
 */
async function findOwnSigner(
  db: Database,
  { customerId, isNewCustomer }: ContractDraft,
  actor: Actor,
): Promise<number | null> {
  if (actor.kind !== 'customer') return null
  if (actor.customerIds.includes(customerId)) return actor.userId
  if (!isNewCustomer) return null
  await assignClaimant(db, { customerId, userId: actor.userId })
  return actor.userId
}

/** The account that signs. The channel is null where its owner is present. */
type ContractSigner = { userId: number; channel: SigningChannel | null }

/**
 * Returns the signing account, prepared where there is none; null where nobody can be written to. It gives no access to
 * the holder.
 */
function findReachableSigner(
  db: Database,
  { draft, steps, locale }: ContractSignatureRequest,
): Promise<ContractSigner | null> {
  const { customerId, name: key, isNewCustomer } = draft
  const holderContext = { customerId, key, locale, holder: holderOf(steps) }
  return isNewCustomer ? findClaimSigner(db, holderContext) : findSignerOnFile(db, holderContext)
}

type HolderContext = { customerId: number; key: string; locale: Locale; holder: ReturnType<typeof holderOf> }

/**
 * Returns the account that already holds the claim; else the single account at the typed mailbox; else one prepared for
 * that mailbox.
 */
async function findClaimSigner(
  db: Database,
  { customerId, key, locale, holder }: HolderContext,
): Promise<ContractSigner | null> {
  const userId = await claimantOf(db, customerId)
  const account = userId === null ? await findOnlyAccountAt(db, holder.email) : await findAccountById(db, userId)
  const channel = signingChannelTo(
    account?.email ? { email: account.email, phone: null } : holder,
    account?.canSignIn ?? false,
  )
  if (channel === null) return null
  const email = channel.kind === 'mail' ? channel.email : ''
  // The tax id is not a login here: its owner is not verified yet.
  const prepareAccount = () => createAccount(db, { logins: [email, key], email, name: holder.name, locale })
  const signer = account?.userId ?? (await prepareAccount())
  await assignClaimant(db, { customerId, userId: signer })
  return { userId: signer, channel }
}

async function findOnlyAccountAt(db: Database, email: string | null) {
  const accounts = email === null ? [] : (await findAccountsByEmail(db, email)).filter(({ canSignIn }) => canSignIn)
  return accounts.length === 1 ? accounts[0] : undefined
}

/**
 * Returns an account of the holder, or one prepared for the mailbox or phone on file; never for typed contact details.
 */
async function findSignerOnFile(
  db: Database,
  { customerId, key, locale }: HolderContext,
): Promise<ContractSigner | null> {
  const accounts = await findAccountsOfHolder(db, { customerId })
  const account = accounts.find(({ canSignIn }) => canSignIn) ?? accounts[0]
  const contact = await readContactOnFile(db, customerId)
  const channel = signingChannelTo(
    account?.email ? { email: account.email, phone: null } : contact,
    account?.canSignIn ?? false,
  )
  if (channel === null) return null
  const email = channel.kind === 'mail' ? channel.email : ''
  const prepareAccount = () =>
    createAccount(db, { logins: [contact.tax_id, email, key], email, name: contact.name, locale })
  const userId = account?.userId ?? (await findPreparedAccount(db, { customerId, email })) ?? (await prepareAccount())
  return { userId, channel }
}

/** Returns the account that another draft of the holder has prepared for the same mailbox. */
async function findPreparedAccount(db: Database, { customerId, email }: { customerId: number; email: string }) {
  const pending = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where('state', '=', 'waiting')
    .select('requested_by_user_id')
    .execute()
  for (const { requested_by_user_id } of pending) {
    const account = await findAccountById(db, requested_by_user_id)
    if (account && !account.canSignIn && account.email === email) return account.userId
  }
  return undefined
}

/** Returns the channel by which to reach a signer: mail before text message. A line that is not a mobile is called. */
function signingChannelTo(
  { email, phone }: { email: string | null; phone: string | null },
  canSignIn: boolean,
): SigningChannel | null {
  if (email) return { kind: 'mail', email, canSignIn }
  const number = phone === null ? '' : addPhonePrefix(phone)
  return isMobilePhone(number) ? { kind: 'sms', phone: number, canSignIn } : null
}

function readContactOnFile(db: Database, customerId: number) {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select(['name', 'tax_id', 'email', 'phone'])
    .executeTakeFirstOrThrow()
}
