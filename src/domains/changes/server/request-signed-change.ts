import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { requestSignature, type SignatureRequest } from '#domains/signatures/server/request-signature.ts'
import type { claimUploads } from '#domains/uploads/server/claim-uploads.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Files } from '#outside/files/files.ts'
import type { SignedChange } from '../rules.ts'
import { markAwaitingSignature } from './awaiting-signature.ts'
import { createChangeRequest } from './change-requests.ts'
import { type ContractToChange, lockContractToChange } from './contract-to-change.ts'

/** A change to be signed: the requested values, and the document that states them. */
export type SignedChangeInput = {
  kind: SignedChange
  contract: ContractToChange
  /** With API names. */
  details: Record<string, unknown>
  document: { title: string; content: Buffer }
  /** Refuses a request based on an outdated state; receives the contract in its current state. */
  requireSeen?: (present: ContractToChange) => void
  /** Claims the attached files. Returns their ids, or the problem of one. */
  claimFiles?: (transaction: Database) => Promise<string[] | FileProblem>
}

type SignedChangeDeps = { db: Kysely<DB>; files: Files }
type SignedChangeContext = { actor: CustomerActor; requestId: string; now: Date }

type FileProblem = Extract<Awaited<ReturnType<typeof claimUploads>>, string>

/** Why a change was not requested: one of the kind is already open, or an attached file cannot be claimed. */
export type SignedChangeFailure = { problem: 'open' | FileProblem }

/**
 * Stores a change request and requests its signature in one transaction. The contract is marked as waiting; the change
 * is applied once it is signed.
 */
export async function requestSignedChange(
  { db, files }: SignedChangeDeps,
  { kind, contract, details, document, requireSeen, claimFiles }: SignedChangeInput,
  { actor, requestId, now }: SignedChangeContext,
): Promise<SignatureRequest | SignedChangeFailure> {
  const { customerId, contractId } = contract
  const { userId, locale } = actor
  try {
    return await db.transaction().execute(async (transaction) => {
      requireSeen?.(await lockContractToChange(transaction, contract))
      const state = 'waiting_for_signature'
      const claimed = await claimFiles?.(transaction)
      if (typeof claimed === 'string') throw new ChangeAbortedError(claimed)
      const allDetails = claimed ? { ...details, files: claimed } : details
      const request = { customerId, contractId, kind, details: allDetails, state, userId, requestId, now } as const
      const id = await createChangeRequest(transaction, request)
      if (id === null) throw new ChangeAbortedError('open')

      const subject = { kind: 'change_request', id }
      const { title, content } = document
      const signature = await requestSignature(transaction, files, {
        ...{ customerId, userId, contractId, subject, title, locale, now },
        document: content,
      })
      await markAwaitingSignature(transaction, {
        customerId,
        changeRequestId: id,
        contractId,
        kind,
        signatureId: signature.id,
      })
      const values = { change: kind, contract: contract.name }
      await queueMessage(
        transaction,
        { kind: 'changes.waiting', values, userId, customerId, contractId, link: signature.url as `/${string}` },
        now,
      )
      return signature
    })
  } catch (failure) {
    if (failure instanceof ChangeAbortedError) return { problem: failure.problem }
    throw failure
  }
}

// Throwing inside the transaction rolls it back.
class ChangeAbortedError extends Error {
  readonly problem: SignedChangeFailure['problem']
  constructor(problem: SignedChangeFailure['problem']) {
    super(problem)
    this.problem = problem
  }
}
