import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import { addFindings } from '#domains/lead-records/server/lead-progress.ts'
import { type Applicant, type ApplicantChecks, CheckUnavailableError } from '#outside/applicant/applicant-checks.ts'
import type { Files } from '#outside/files/files.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { StoredSteps } from './lead-steps.ts'

/** The results of checks on the holder of a lead. A check that has not been made yet is missing. */
export type Findings = { isSolvent?: boolean; isSamePerson?: boolean }

/** What an operator checks where no bureau is configured. */
export type ManualCheck = 'identity' | 'solvency'

/** `checks` is null without a bureau; then an operator checks. */
type ApplicantCheckDeps = { db: Database; files: Files; checks: ApplicantChecks | null }
type LeadToCheck = { lead_id: number; electricityLeadId?: number | null; steps: StoredSteps; findings: Findings }

/**
 * The result of a check. Nobody is refused because a bureau does not answer, and the bureau is queried again; an
 * operator decides on `by_person`.
 */
export type CheckResult = { holds: boolean } | 'unavailable' | 'by_person'

/**
 * Checks whether the holder is solvent, with an earlier result or a new query. Without an authorisation no query is
 * made.
 */
export async function checkSolvency(
  { db, checks }: Pick<ApplicantCheckDeps, 'db' | 'checks'>,
  lead: LeadToCheck,
): Promise<CheckResult> {
  const { steps, findings } = lead
  const applicant = applicantOf(steps)
  if (!applicant || steps[1]?.accept_morosity_verification !== true) return { holds: true }
  if (findings.isSolvent !== undefined) return { holds: findings.isSolvent }
  if (!checks) return 'by_person'
  const holds = await orUnavailable(() => checks.isSolvent(applicant))
  if (holds === 'unavailable') return 'unavailable'
  await addFindings(db, lead.lead_id, { isSolvent: holds })
  return { holds }
}

/** Checks whether the identity document matches the given name. Without an image no query is made. */
export async function checkIdentity(
  { db, files, checks }: ApplicantCheckDeps,
  lead: LeadToCheck,
): Promise<CheckResult> {
  const { steps, findings } = lead
  const applicant = applicantOf(steps)
  const images = await imagesOf(db, files, [lead.lead_id, lead.electricityLeadId ?? lead.lead_id])
  if (!applicant || images.length === 0) return { holds: true }
  if (findings.isSamePerson !== undefined) return { holds: findings.isSamePerson }
  if (!checks) return 'by_person'
  const holds = await orUnavailable(() => checks.isSamePerson(applicant, images))
  if (holds === 'unavailable') return 'unavailable'
  await addFindings(db, lead.lead_id, { isSamePerson: holds })
  return { holds }
}

/** Returns the signer: the holder, or the representative of a company. */
function applicantOf({ 2: person }: StoredSteps): Applicant | null {
  if (!person) return null
  const { owner } = person
  const [taxId, name, surname1, surname2] =
    owner.type === 'F'
      ? [owner.fisic_vat, owner.first_name, owner.surname1, owner.surname2]
      : [owner.rep_vat, owner.rep_name, owner.rep_surname1, owner.rep_surname2]
  const parsed = parseTaxId(taxId)
  return parsed && { taxId: parsed.taxId, name, surname1, surname2: surname2 ?? null }
}

async function orUnavailable(runCheck: () => Promise<boolean>): Promise<boolean | 'unavailable'> {
  try {
    return await runCheck()
  } catch (problem) {
    if (problem instanceof CheckUnavailableError) return 'unavailable'
    throw problem
  }
}

/** Reads the identity images. The gas of a dual contract uses those sent with its electricity. */
async function imagesOf(db: Database, files: Files, leadIds: readonly number[]) {
  const rows = await db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', 'in', leadIds)
    .where('purpose', 'in', ['identity_front', 'identity_back'])
    .select(['media_type', 'file_key', 'scan_state'])
    .execute()
  if (rows.some(({ scan_state }) => scan_state !== 'clean'))
    throw new CheckUnavailableError('A picture of the lead has not been looked at')
  return rows.map(({ media_type, file_key }) => ({ mediaType: media_type, read: () => bytesOf(files, file_key) }))
}

async function bytesOf(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new CheckUnavailableError('A picture of the lead is not there')
  return buffer(stored)
}
