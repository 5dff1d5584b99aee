import type { Database } from '#db/database.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { type ClaimProblem, claimUploads } from '#domains/uploads/server/claim-uploads.ts'
import type { Files } from '#outside/files/files.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type DeclarationKind, stopsWhileChecked } from '../../declaration-rules.ts'
import { beginStop } from '../debt-stops.ts'
import { openAnswerDuty, resumeAnswerDuty, subjectOfDeclaration } from './declaration-duties.ts'
import { queueDeclarationMail } from './declaration-mail.ts'
import {
  addDeclarationFiles,
  type DeclarationKey,
  findEarlierStates,
  insertDeclaration,
  lockDeclaration,
  updateDeclaration,
} from './declaration-store.ts'

type DeclarationDeps = { db: Database; files: Files }
type DeclareInput = {
  customerId: number
  contractId: number
  kind: DeclarationKind
  note: string | null
  validUntil: MarketDay | null
  attachments: readonly SentFile[]
  userId: number
  now: Date
}

/** Why nothing was declared: one is open already, or the code of the problem of a paper. */
export type DeclareProblem = { problem: 'declaration_open' } | { paper: ClaimProblem }

/**
 * Declares that a supply is not to be cut off, with the papers that prove it. It is answered within its term, and stops
 * a suspension meanwhile unless an earlier one was refused. Within a transaction that is rolled back after a problem.
 * @returns the id of the declaration.
 */
export async function declareSupply(
  { db, files }: DeclarationDeps,
  { attachments, ...input }: DeclareInput,
): Promise<{ declarationId: number } | DeclareProblem> {
  const { customerId, contractId, userId, now } = input
  const declarationId = await insertDeclaration(db, input)
  if (declarationId === undefined) return { problem: 'declaration_open' }
  const key = { customerId, declarationId }
  const papers = await claimUploads({ db, files }, { sent: attachments, uploader: { userId }, now })
  if (typeof papers === 'string') return { paper: papers }
  await addDeclarationFiles(db, key, papers)
  const declaration = await lockDeclaration(db, key)
  const due = await openAnswerDuty(db, declaration, now)
  if (stopsWhileChecked(await findEarlierStates(db, { ...key, contractId }))) {
    const subject = subjectOfDeclaration(declarationId)
    await beginStop(db, { customerId, contractId, subject, reason: 'declaration', at: now })
  }
  await queueDeclarationMail(db, declaration, { kind: 'declarationReceived', values: { due: due ?? '—' }, now })
  return { declarationId }
}

type CompleteInput = { attachments: readonly SentFile[]; userId: number; now: Date }

/** Adds what was missing to a declaration, whose term begins anew. @returns why not, or null. */
export async function completeDeclaration(
  { db, files }: DeclarationDeps,
  key: DeclarationKey,
  { attachments, userId, now }: CompleteInput,
): Promise<{ problem: 'declaration_not_incomplete' } | { paper: ClaimProblem } | null> {
  const declaration = await lockDeclaration(db, key)
  if (declaration.state !== 'incomplete') return { problem: 'declaration_not_incomplete' }
  const papers = await claimUploads({ db, files }, { sent: attachments, uploader: { userId }, now })
  if (typeof papers === 'string') return { paper: papers }
  await addDeclarationFiles(db, key, papers)
  await updateDeclaration(db, key, { state: 'open' })
  const due = await resumeAnswerDuty(db, declaration, now)
  await queueDeclarationMail(db, declaration, { kind: 'declarationReceived', values: { due: due ?? '—' }, now })
  return null
}
