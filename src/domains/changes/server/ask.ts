import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { askForSignature, type SignatureAsked } from '#domains/signatures/server/ask-for-signature.ts'
import type { takeFiles } from '#domains/uploads/server/take-files.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Files } from '#outside/files/files.ts'
import type { SignedChange } from '../rules.ts'
import { requestChange } from './change-requests.ts'
import { type ContractToChange, holdContract } from './find-contract.ts'
import { startWaiting } from './waiting.ts'

/** A change to be signed: what is asked for, and the document that says so. */
export type AskedChange = {
  kind: SignedChange
  contract: ContractToChange
  /** With wire names. */
  details: Record<string, unknown>
  document: { title: string; content: Buffer }
  /** Refuses what was asked for in sight of something else, told of the contract as it stands now. */
  requireSeen?: (present: ContractToChange) => void
  /** Takes over the files that go with it: their ids, or what is wrong with one. */
  takeFiles?: (transaction: Database) => Promise<string[] | FileProblem>
}

type Needs = { db: Kysely<DB>; files: Files }
type Asking = { actor: CustomerActor; requestId: string; now: Date }

type FileProblem = Extract<Awaited<ReturnType<typeof takeFiles>>, string>

/** Why a change is not asked for: one of the kind is under way already, or a file that goes with it cannot be taken. */
export type NotAsked = { problem: 'open' | FileProblem }

/**
 * Writes down that a change is asked for and asks for its signature, all or nothing. The contract shows that it waits; what
 * is asked for happens once it is signed.
 */
export async function askForChange(
  { db, files }: Needs,
  { kind, contract, details, document, requireSeen, takeFiles }: AskedChange,
  { actor, requestId, now }: Asking,
): Promise<SignatureAsked | NotAsked> {
  const { customerId, contractId } = contract
  const { userId, locale } = actor
  try {
    return await db.transaction().execute(async (transaction) => {
      requireSeen?.(await holdContract(transaction, contract))
      const state = 'waiting_for_signature'
      const taken = await takeFiles?.(transaction)
      if (typeof taken === 'string') throw new Fallen(taken)
      const all = taken ? { ...details, files: taken } : details
      const request = { customerId, contractId, kind, details: all, state, userId, requestId, now } as const
      const id = await requestChange(transaction, request)
      if (id === null) throw new Fallen('open')

      const subject = { kind: 'change_request', id }
      const { title, content } = document
      const signature = await askForSignature(transaction, files, {
        ...{ customerId, userId, contractId, subject, title, locale, now },
        document: content,
      })
      await startWaiting(transaction, { customerId, changeRequestId: id, contractId, kind, signatureId: signature.id })
      const values = { change: kind, contract: contract.name }
      await queueMessage(
        transaction,
        { kind: 'changes.waiting', values, userId, customerId, contractId, link: signature.url as `/${string}` },
        now,
      )
      return signature
    })
  } catch (failure) {
    if (failure instanceof Fallen) return { problem: failure.problem }
    throw failure
  }
}

// What is thrown out of a transaction undoes it.
class Fallen extends Error {
  readonly problem: NotAsked['problem']
  constructor(problem: NotAsked['problem']) {
    super(problem)
    this.problem = problem
  }
}
