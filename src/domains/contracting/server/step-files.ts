import type { Database } from '#db/database.ts'
import { claimLeadFiles, type LeadFilePurpose, moveLeadFiles } from '#domains/leads/server/lead-files.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import type { Files } from '#outside/files/files.ts'
import type { FieldProblems } from '../field-problems.ts'
import type { ElectricityStep, GasStep } from '../step-fields.ts'

/** The purpose under which each file field is stored. */
const purposeByField = {
  invoice: 'invoice',
  nif_faceup: 'identity_front',
  nif_facedown: 'identity_back',
  cif: 'company',
  selfcons_attach: 'self_consumption',
} as const satisfies Record<string, LeadFilePurpose>
type FileField = keyof typeof purposeByField
const fileFields = Object.keys(purposeByField) as FileField[]

type StepFilesInput = { leadId: number; electricityLeadId: number | null; userId: number | null; now: Date }

/**
 * Claims the files of a step within the transaction that stores it: those that the lead already has stay, those in the
 * draft of its electricity become its own, and others must be the visitor's own. @returns the step with every file by
 * its id, or the problem.
 */
export async function claimStepFiles<Step extends ElectricityStep | GasStep>(
  deps: { db: Database; files: Files },
  step: Step,
  { leadId, electricityLeadId, userId, now }: StepFilesInput,
): Promise<{ step: Step } | { problems: FieldProblems }> {
  const claimed: Record<string, { id: string }[]> = {}
  for (const field of fileFields) {
    const sent = (step as Partial<Record<FileField, readonly SentFile[]>>)[field]
    if (sent === undefined) continue
    if (electricityLeadId !== null)
      await moveLeadFiles(deps.db, {
        from: electricityLeadId,
        to: leadId,
        uploadIds: sent.flatMap((file) => idOf(file) ?? []),
      })
    const existingIds = await leadFileIdsOf(deps.db, leadId)
    const isExisting = (file: SentFile): file is { id: string } => 'id' in file && existingIds.has(file.id)
    const newFiles = sent.filter((file) => !isExisting(file))
    const claimedIds = await claimLeadFiles(deps, {
      leadId,
      purpose: purposeByField[field],
      sent: newFiles,
      userId,
      now,
    })
    if (typeof claimedIds === 'string') return { problems: { [field]: claimedIds } }
    claimed[field] = [...sent.filter(isExisting), ...claimedIds.map((id) => ({ id }))]
  }
  return { step: { ...step, ...claimed } }
}

function idOf(file: SentFile): string | undefined {
  return 'id' in file ? file.id : undefined
}

/** Returns the ids of the files of a lead. */
export async function leadFileIdsOf(db: Database, leadId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('lead_file').where('lead_id', '=', leadId).select('upload_id').execute()
  return new Set(rows.map(({ upload_id }) => upload_id))
}
