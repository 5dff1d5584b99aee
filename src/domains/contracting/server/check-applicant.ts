import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type Applicant, type ApplicantChecks, CheckUnavailable } from '#outside/applicant/applicant-checks.ts'
import type { Files } from '#outside/files/files.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { KeptSteps } from './lead-steps.ts'

/** What was found out about the holder of a lead; a check that was not made yet is missing. */
export type Findings = { isSolvent?: boolean; isSamePerson?: boolean }

/** What a person looks at where no bureau is asked. */
export type AwaitedCheck = 'identity' | 'solvency'

/** Without a bureau `checks` is null: a person checks. */
type Needs = { db: Database; files: Files; checks: ApplicantChecks | null }
type Checked = { lead_id: number; electricityLeadId?: number | null; steps: KeptSteps; findings: Findings }

/** What was found out. Nobody is refused because a bureau does not answer, and it is asked again; `by_person` will be decided by an operator. */
export type Checking = { holds: boolean } | 'unavailable' | 'by_person'

/** Whether the holder is known to pay, as it was found out before or is now; who authorised no check is not asked about. */
export async function checkSolvency({ db, checks }: Pick<Needs, 'db' | 'checks'>, lead: Checked): Promise<Checking> {
  const { steps, findings } = lead
  const applicant = applicantOf(steps)
  if (!applicant || steps[1]?.accept_morosity_verification !== true) return { holds: true }
  if (findings.isSolvent !== undefined) return { holds: findings.isSolvent }
  if (!checks) return 'by_person'
  const holds = await answered(() => checks.isSolvent(applicant))
  if (holds === 'unavailable') return 'unavailable'
  await keepFinding(db, lead, { isSolvent: holds })
  return { holds }
}

/** Whether the identity document is of the name that was given; who sent no picture is not asked about. */
export async function checkIdentity({ db, files, checks }: Needs, lead: Checked): Promise<Checking> {
  const { steps, findings } = lead
  const applicant = applicantOf(steps)
  const images = await imagesOf(db, files, [lead.lead_id, lead.electricityLeadId ?? lead.lead_id])
  if (!applicant || images.length === 0) return { holds: true }
  if (findings.isSamePerson !== undefined) return { holds: findings.isSamePerson }
  if (!checks) return 'by_person'
  const holds = await answered(() => checks.isSamePerson(applicant, images))
  if (holds === 'unavailable') return 'unavailable'
  await keepFinding(db, lead, { isSamePerson: holds })
  return { holds }
}

/** Who signs: the holder, or whoever represents a company. */
function applicantOf({ 2: person }: KeptSteps): Applicant | null {
  if (!person) return null
  const { owner } = person
  const [taxId, name, surname1, surname2] =
    owner.type === 'F'
      ? [owner.fisic_vat, owner.first_name, owner.surname1, owner.surname2]
      : [owner.rep_vat, owner.rep_name, owner.rep_surname1, owner.rep_surname2]
  const parsed = parseTaxId(taxId)
  return parsed && { taxId: parsed.taxId, name, surname1, surname2: surname2 ?? null }
}

async function answered(ask: () => Promise<boolean>): Promise<boolean | 'unavailable'> {
  try {
    return await ask()
  } catch (problem) {
    if (problem instanceof CheckUnavailable) return 'unavailable'
    throw problem
  }
}

/** The gas of a dual contract has those that were sent with its electricity. */
async function imagesOf(db: Database, files: Files, leadIds: readonly number[]) {
  const rows = await db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', 'in', leadIds)
    .where('purpose', 'in', ['identity_front', 'identity_back'])
    .select(['media_type', 'file_key', 'scan_state'])
    .execute()
  if (rows.some(({ scan_state }) => scan_state !== 'clean'))
    throw new CheckUnavailable('A picture of the lead has not been looked at')
  return rows.map(({ media_type, file_key }) => ({ mediaType: media_type, read: () => bytesOf(files, file_key) }))
}

/** Beside what another check has found meanwhile. */
async function keepFinding(db: Database, { lead_id }: Checked, found: Findings) {
  await db
    .updateTable('lead')
    .set({ findings: sql`findings || ${JSON.stringify(found)}::jsonb` })
    .where('lead_id', '=', lead_id)
    .execute()
}

async function bytesOf(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new CheckUnavailable('A picture of the lead is not there')
  return buffer(stored)
}
