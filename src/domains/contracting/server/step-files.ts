import type { Database } from '#db/database.ts'
import { type LeadFilePurpose, takeLeadFiles } from '#domains/leads/server/lead-files.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import type { Files } from '#outside/files/files.ts'
import type { ElectricityStep, GasStep } from '../api.ts'
import type { Problems } from '../asked.ts'

/** What each field of files is kept as. */
const purposes = {
  invoice: 'invoice',
  nif_faceup: 'identity_front',
  nif_facedown: 'identity_back',
  cif: 'company',
  selfcons_attach: 'self_consumption',
} as const satisfies Record<string, LeadFilePurpose>
type FileField = keyof typeof purposes
const fileFields = Object.keys(purposes) as FileField[]

type Asking = { leadId: number; electricityLeadId: number | null; userId: number | null; now: Date }

/**
 * Takes over the files of a step inside the transaction that keeps it: those that the lead has already stay, those that the
 * electricity beside it kept for it as they were typed become its own, and others must be the visitor's own. @returns the step with every file by its id, or what is wrong.
 */
export async function keepFiles<Step extends ElectricityStep | GasStep>(
  needs: { db: Database; files: Files },
  step: Step,
  { leadId, electricityLeadId, userId, now }: Asking,
): Promise<{ step: Step } | { problems: Problems }> {
  const kept: Record<string, { id: string }[]> = {}
  for (const field of fileFields) {
    const sent = (step as Partial<Record<FileField, readonly SentFile[]>>)[field]
    if (sent === undefined) continue
    if (electricityLeadId !== null)
      await bringOver(needs.db, { leadId, electricityLeadId, uploadIds: sent.flatMap((file) => idOf(file) ?? []) })
    const had = await filesOf(needs.db, leadId)
    const isHad = (file: SentFile): file is { id: string } => 'id' in file && had.has(file.id)
    const coming = sent.filter((file) => !isHad(file))
    const taken = await takeLeadFiles(needs, { leadId, purpose: purposes[field], sent: coming, userId, now })
    if (typeof taken === 'string') return { problems: { [field]: taken } }
    kept[field] = [...sent.filter(isHad), ...taken.map((id) => ({ id }))]
  }
  return { step: { ...step, ...kept } }
}

async function bringOver(
  db: Database,
  { leadId, electricityLeadId, uploadIds }: { leadId: number; electricityLeadId: number; uploadIds: string[] },
) {
  if (uploadIds.length === 0) return
  await db
    .updateTable('lead_file')
    .set({ lead_id: leadId })
    .where('lead_id', '=', electricityLeadId)
    .where('upload_id', 'in', uploadIds)
    .execute()
}

function idOf(file: SentFile): string | undefined {
  return 'id' in file ? file.id : undefined
}

/** The files that a lead has. */
export async function filesOf(db: Database, leadId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('lead_file').where('lead_id', '=', leadId).select('upload_id').execute()
  return new Set(rows.map(({ upload_id }) => upload_id))
}
