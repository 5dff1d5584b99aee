import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type LeadFilePurpose, takeLeadFiles } from '#domains/leads/server/lead-files.ts'
import { findOwnLead, type LeadOwner, updateLead } from '#domains/leads/server/lead-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Files } from '#outside/files/files.ts'
import type { Typed } from '../typed.ts'
import { draftVersion, lockedDraftVersion } from './draft-version.ts'
import { filesOf } from './step-files.ts'

type Needs = { db: Kysely<DB>; files: Files }
type Keeping = { leadId: number; owner: LeadOwner; typed: Typed; seenVersion?: string | undefined; now: Date }

/** What became of it: the version that it has now, or why it is not kept. */
type TypedOutcome = { version: string } | 'not_found' | 'closed' | 'changed'

/**
 * Keeps what is typed of a lead and not sent, in place of what was kept of it before, with its files, so that they outlive
 * the day that a file waits for something to go along with. A file that is no longer there is left out.
 */
export function keepTypedOf(
  { db, files }: Needs,
  { leadId, owner, typed, seenVersion, now }: Keeping,
): Promise<TypedOutcome> {
  return db.transaction().execute(async (transaction) => {
    const lead = await findOwnLead(transaction, { leadId, owner, now })
    if (!lead) return 'not_found'
    if (lead.state !== 'open') return 'closed'
    const version = await lockedDraftVersion(transaction, lead)
    if (seenVersion !== undefined && seenVersion !== version) return 'changed'
    const kept = await withFiles({ db: transaction, files }, typed, { leadId, userId: owner.userId, now })
    await updateLead(transaction, { leadId, now }, { typed: JSON.stringify(kept) })
    return { version: await draftVersion(transaction, lead) }
  })
}

type Taking = { leadId: number; userId: number | null; now: Date }

/** What is typed with those of its files that are the lead's, or become so. */
async function withFiles(needs: { db: Database; files: Files }, typed: Typed, taking: Taking): Promise<Typed> {
  const had = await filesOf(needs.db, taking.leadId)
  const { installation, person, contract, gas } = typed
  return {
    ...typed,
    ...(installation && { installation: { ...installation, invoices: await take(installation.invoices, 'invoice') } }),
    ...(person && {
      person: {
        ...person,
        identityFront: await take(person.identityFront, 'identity_front'),
        identityBack: await take(person.identityBack, 'identity_back'),
        companyDocument: await take(person.companyDocument, 'company'),
      },
    }),
    ...(contract && {
      contract: {
        ...contract,
        selfConsumptionPapers: await take(contract.selfConsumptionPapers, 'self_consumption'),
      },
    }),
    ...(gas && { gas: { ...gas, invoices: await take(gas.invoices, 'invoice') } }),
  }

  // One by one: of those that are gone only they are left out.
  async function take(ids: readonly string[], purpose: LeadFilePurpose): Promise<string[]> {
    const kept: string[] = []
    for (const id of new Set(ids)) {
      const isTaken = had.has(id) || Array.isArray(await takeLeadFiles(needs, { ...taking, purpose, sent: [{ id }] }))
      if (!isTaken) continue
      had.add(id)
      kept.push(id)
    }
    return kept
  }
}

type Sent = { leadIds: readonly (number | null)[]; part: keyof Typed | null }

/** What has been sent with a step is no longer kept as typed. */
export async function forgetTyped(db: Database, { leadIds, part }: Sent): Promise<void> {
  if (part === null) return
  await db
    .updateTable('lead')
    .set({ typed: sql`typed - ${part}::text` })
    .where(
      'lead_id',
      'in',
      leadIds.filter((id) => id !== null),
    )
    .execute()
}

/** Of a dual contract whose gas was left out the electricity alone is made: what was sent of the gas is over with it. */
export async function leaveOutGas(
  db: Database,
  { electricityLeadId, now }: { electricityLeadId: number; now: Date },
): Promise<void> {
  const left = await db
    .updateTable('lead')
    .set({ state: 'left', updated_at: now })
    .where('electricity_lead_id', '=', electricityLeadId)
    .where('state', '=', 'open')
    .where((where) =>
      where.exists(
        where
          .selectFrom('lead as electricity')
          .where('electricity.lead_id', '=', electricityLeadId)
          .where(sql<boolean>`electricity.typed -> 'gas' ->> 'isIncluded' = 'false'`)
          .select('electricity.lead_id'),
      ),
    )
    .returning(['lead_id', 'state', 'customer_id', 'contract_id'])
    .execute()
  for (const data of left) await queueEvent(db, { type: 'lead.closed', data }, now)
}
