import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type DutyFacts, termOf } from '#domains/duties/rules.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import { loadNorms } from '#domains/duties/server/load-norms.ts'
import { loadPlace } from '#domains/duties/server/load-place.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { subjectOfSignedContract } from './contract-duties.ts'

type ContractKey = { customerId: number; contractId: number }
type Identified = ContractKey & { leadId: number; energy: 'electricity' | 'gas' }

/**
 * Opens the duty to sign a contract while the identification of its holder is recent (Real Decreto 88/2026, art. 13.ah).
 * The day is that on which an operator checked the document, or on which it arrived. Without a document there is none.
 */
export async function openIdentificationDuty(db: Database, contract: Identified): Promise<void> {
  const { customerId, contractId, energy } = contract
  const at = await findIdentification(db, contract)
  if (!at) return
  await openDuty(db, {
    ...{
      kind: 'identification',
      subject: subjectOfSignedContract(contractId),
      customerId,
      contractId,
      place: null,
      at,
    },
    facts: factsOf(energy),
  })
}

/**
 * Loads the norms of that duty. @returns the last day on which an identity document that came at an instant is not asked for
 * again: that of contracts of electricity, as the energy may not be chosen yet; null if no norm sets one.
 */
export async function loadIdentityTerm(db: Database): Promise<(at: Date) => MarketDay | null> {
  const [norms, place] = await Promise.all([loadNorms(db, ['identification']), loadPlace(db, null)])
  const facts = factsOf('electricity')
  return (at) => termOf(norms, { kind: 'identification', facts, at, place })?.deadline.on ?? null
}

function factsOf(energy: Identified['energy']): DutyFacts {
  return { topics: [], energy, powerWatts: null }
}

/** Ends that duty: the contract was signed, or will not be. */
export function endIdentificationDuty(
  db: Database,
  contractId: number,
  end: { state: 'done' | 'cancelled'; now: Date },
): Promise<void> {
  return endDuty(db, { kind: 'identification', subject: subjectOfSignedContract(contractId) }, end)
}

/** Checks whether the holder of one of these contracts was identified too long ago to sign it. */
export async function isIdentificationOutdated(
  db: Database,
  contractIds: readonly number[],
  now: Date,
): Promise<boolean> {
  if (contractIds.length === 0) return false
  const outdated = await db
    .selectFrom('duty')
    .where('kind', '=', 'identification')
    .where('subject', 'in', contractIds.map(subjectOfSignedContract))
    .where('state', '=', 'open')
    .where('due_at', '<=', now)
    .select('duty_id')
    .executeTakeFirst()
  return outdated !== undefined
}

/** The identity document of the lead, of the electricity of a dual contract, or of an earlier contract of the holder. */
async function findIdentification(db: Database, { customerId, leadId }: Identified): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(lead.checked_at, upload.created_at) as at
    from lead
    join lead_file on lead_file.lead_id = lead.lead_id and purpose = 'identity_front'
    join upload on upload.upload_id = lead_file.upload_id
    where lead.lead_id in (
        select unnest(array[lead_id, electricity_lead_id]) from lead where lead_id = ${leadId})
      or lead.customer_id = ${customerId} and lead.contract_id is not null
    order by at desc limit 1`.execute(db)
  return rows[0]?.at
}
