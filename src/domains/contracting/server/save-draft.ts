import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { removeDraftPart } from '#domains/lead-records/server/lead-progress.ts'
import { findOwnLead, type LeadOwner, updateLead } from '#domains/lead-records/server/lead-store.ts'
import { claimLeadFiles, type LeadFilePurpose } from '#domains/leads/server/lead-files.ts'
import type { Files } from '#outside/files/files.ts'
import type { SavedDraft } from '../saved-draft.ts'
import { draftVersion, lockDraftVersion } from './draft-version.ts'
import { leadFileIdsOf } from './step-files.ts'

type SaveDraftDeps = { db: Kysely<DB>; files: Files }
type SaveDraftInput = {
  leadId: number
  owner: LeadOwner
  draft: SavedDraft
  seenVersion?: string | undefined
  now: Date
}

/** The result of saving: the new version of the draft, or why it was not stored. */
type SaveDraftResult = { version: string } | 'not_found' | 'closed' | 'changed'

/**
 * Stores the unsent draft of a lead in place of the previous one. Its files are stored with it, so that they outlive
 * the day that an upload waits to be used. A file that no longer exists is left out.
 */
export function storeLeadDraft(
  { db, files }: SaveDraftDeps,
  { leadId, owner, draft, seenVersion, now }: SaveDraftInput,
): Promise<SaveDraftResult> {
  return db.transaction().execute(async (transaction) => {
    const lead = await findOwnLead(transaction, { leadId, owner, now })
    if (!lead) return 'not_found'
    if (lead.state !== 'open') return 'closed'
    const version = await lockDraftVersion(transaction, lead)
    if (seenVersion !== undefined && seenVersion !== version) return 'changed'
    const saved = await claimDraftFiles({ db: transaction, files }, draft, { leadId, userId: owner.userId, now })
    await updateLead(transaction, { leadId, now }, { typed: JSON.stringify(saved) })
    return { version: await draftVersion(transaction, lead) }
  })
}

type ClaimContext = { leadId: number; userId: number | null; now: Date }

/** Returns the draft with those of its files that belong to the lead or are claimed for it. */
async function claimDraftFiles(
  deps: { db: Database; files: Files },
  draft: SavedDraft,
  context: ClaimContext,
): Promise<SavedDraft> {
  const leadFileIds = await leadFileIdsOf(deps.db, context.leadId)
  const { installation, person, contract, gas } = draft
  return {
    ...draft,
    ...(installation && {
      installation: { ...installation, invoices: await claimFiles(installation.invoices, 'invoice') },
    }),
    ...(person && {
      person: {
        ...person,
        identityFront: await claimFiles(person.identityFront, 'identity_front'),
        identityBack: await claimFiles(person.identityBack, 'identity_back'),
        companyDocument: await claimFiles(person.companyDocument, 'company'),
      },
    }),
    ...(contract && {
      contract: {
        ...contract,
        selfConsumptionPapers: await claimFiles(contract.selfConsumptionPapers, 'self_consumption'),
      },
    }),
    ...(gas && { gas: { ...gas, invoices: await claimFiles(gas.invoices, 'invoice') } }),
  }

  // Claimed one by one, so that only the missing ones are left out.
  async function claimFiles(ids: readonly string[], purpose: LeadFilePurpose): Promise<string[]> {
    const claimed: string[] = []
    for (const id of new Set(ids)) {
      const isClaimed =
        leadFileIds.has(id) || Array.isArray(await claimLeadFiles(deps, { ...context, purpose, sent: [{ id }] }))
      if (!isClaimed) continue
      leadFileIds.add(id)
      claimed.push(id)
    }
    return claimed
  }
}

type SentPart = { leadIds: readonly (number | null)[]; part: keyof SavedDraft | null }

/** Removes from the draft what a step has sent. */
export async function clearSentDraft(db: Database, { leadIds, part }: SentPart): Promise<void> {
  if (part === null) return
  await removeDraftPart(
    db,
    leadIds.filter((id) => id !== null),
    part,
  )
}
