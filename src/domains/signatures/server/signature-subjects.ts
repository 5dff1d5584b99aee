import type { Database } from '#db/database.ts'
import type { StoredSignature } from './stored-signature.ts'

/** The signature result for the requester's handler. */
export type SignatureSubjectInput = {
  customerId: number
  subjectId: number
  /** The contracts that the document belongs to. */
  contractIds: readonly number[]
  signatureId: string
  now: Date
}

/**
 * The handler of a kind of subjects: what happens once their document is signed, or when it was not signed in time or
 * no longer can be; within the same transaction.
 */
export type SignatureSubject = {
  /** Returns false where the subject, or part of it, no longer exists: then none of it is signed. */
  whenSigned: (transaction: Database, subject: SignatureSubjectInput & { userId: number }) => Promise<boolean>
  whenExpired: (transaction: Database, subject: SignatureSubjectInput) => Promise<void>
}

/** The handlers by the kind passed to `requestSignature`. */
export type SignatureSubjects = Readonly<Record<string, SignatureSubject>>

/** Returns the handler of a kind. @throws when there is none. */
export function findSubject(subjects: SignatureSubjects, kind: string): SignatureSubject {
  const subject = subjects[kind]
  if (!subject) throw new Error(`No handler is registered for a signed ${kind}.`)
  return subject
}

/** Returns a signature as its handler receives it. */
export function subjectInputOf(
  { customerId, subject, contracts, id }: StoredSignature,
  now: Date,
): SignatureSubjectInput {
  return { customerId, subjectId: subject.id, contractIds: contracts.map((each) => each.id), signatureId: id, now }
}
