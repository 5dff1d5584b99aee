import type { Database } from '#db/database.ts'

/** What was signed or not, for whoever asked for it. */
export type SubjectOfSignature = { customerId: number; subjectId: number; signatureId: string; now: Date }

/** What happens to a kind of things once its document is signed, or when nobody signed it in time; within the same transaction. */
export type SignatureSubject = {
  whenSigned: (transaction: Database, subject: SubjectOfSignature & { userId: number }) => Promise<void>
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
