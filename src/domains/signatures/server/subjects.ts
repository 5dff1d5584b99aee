import type { Database } from '#db/database.ts'
import type { KeptSignature } from './store.ts'

/** What was signed or not, for whoever asked for it. */
export type SubjectOfSignature = {
  customerId: number
  subjectId: number
  /** The contracts that the document is of. */
  contractIds: readonly number[]
  signatureId: string
  now: Date
}

/**
 * What happens to a kind of things once its document is signed, or when nobody signed it in time or can any more; within the
 * same transaction.
 */
export type SignatureSubject = {
  /** False where there is nothing left to be signed, or not all of it: then none of it is. */
  whenSigned: (transaction: Database, subject: SubjectOfSignature & { userId: number }) => Promise<boolean>
  whenExpired: (transaction: Database, subject: SubjectOfSignature) => Promise<void>
}

/** By the kind that `askForSignature` was told. */
export type SignatureSubjects = Readonly<Record<string, SignatureSubject>>

/** @throws when nobody knows what happens to this kind. */
export function subjectOf(subjects: SignatureSubjects, kind: string): SignatureSubject {
  const subject = subjects[kind]
  if (!subject) throw new Error(`Nobody knows what becomes of a signed ${kind}.`)
  return subject
}

/** A signature as its kind is told of it. */
export function subjectIn({ customerId, subject, contracts, id }: KeptSignature, now: Date): SubjectOfSignature {
  return { customerId, subjectId: subject.id, contractIds: contracts.map((each) => each.id), signatureId: id, now }
}
