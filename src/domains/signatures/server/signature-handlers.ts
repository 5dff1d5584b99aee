import type { Database } from '#db/database.ts'
import type { StoredSignature } from './stored-signature.ts'

/** A signature that was signed or has ended unsigned, as its handler receives it. */
export type SignatureHandlerInput = {
  customerId: number
  subjectId: number
  /** The contracts that the document belongs to. */
  contractIds: readonly number[]
  signatureId: string
  now: Date
}

/** Why a document must be requested anew: the identification of its holder is too old. */
export type SignatureObstacle = 'identification_outdated'

/** What one kind of subject does when its signature ends, within the transaction that ends it. */
export type SignatureHandler = {
  /** Returns why the subject can no longer be signed as it was requested, so that it must be requested anew. */
  obstacleTo?: (db: Database, signature: SignatureHandlerInput) => Promise<SignatureObstacle | null>
  /** Applies what was signed. Returns false where the subject, or part of it, no longer exists: then none is signed. */
  onSigned: (transaction: Database, signature: SignatureHandlerInput & { userId: number }) => Promise<boolean>
  /** Cancels what was requested: the signature has expired, or can no longer be given. */
  onUnsigned: (transaction: Database, signature: SignatureHandlerInput) => Promise<void>
}

/** The handlers by the kind passed to `requestSignature`. */
export type SignatureHandlers = Readonly<Record<string, SignatureHandler>>

/** Returns the handler of a kind. @throws when there is none. */
export function findHandler(handlers: SignatureHandlers, kind: string): SignatureHandler {
  const handler = handlers[kind]
  if (!handler) throw new Error(`No handler is registered for a signed ${kind}.`)
  return handler
}

/** Returns a signature as its handler receives it. */
export function handlerInputOf(
  { customerId, subject, contracts, id }: StoredSignature,
  now: Date,
): SignatureHandlerInput {
  return { customerId, subjectId: subject.id, contractIds: contracts.map((each) => each.id), signatureId: id, now }
}
