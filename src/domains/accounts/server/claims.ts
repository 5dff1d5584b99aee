import type { Database } from '#db/database.ts'
import { withdrawClaims } from './ended-claims.ts'

/*
 * A claim is a holder of whom only a contract made here tells: somebody has typed a tax id, and nobody has shown yet that it
 * is theirs. It stands apart from the holders that are known, so that whatever looks for a tax id never meets it.
 * docs/accounts-and-customers.md has the whole rule.
 */

type Claim = { taxId: string; name: string; isCompany: boolean; fiscalAddress: string } & Reached
type Reached = { email: string | null; phone: string | null }

/** Begins a claim. `key` is what no other claim has. @returns the id of its holder. */
export async function beginClaim(db: Database, key: string, claim: Claim): Promise<number> {
  const { taxId, name, isCompany, fiscalAddress, email, phone } = claim
  const { customer_id } = await db
    .insertInto('customer')
    .values({
      ...{ name, email, phone, is_company: isCompany, fiscal_address: fiscalAddress },
      tax_id: `claim:${key}`,
      claimed_tax_id: taxId,
    })
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  return customer_id
}

/** The claim on a tax id that a user has made before, or that somebody has made with the same mailbox or else the same phone. */
export async function findClaim(
  db: Database,
  { taxId, userId, email, phone }: Reached & { taxId: string; userId: number | null },
): Promise<number | undefined> {
  if (userId === null && email === null && phone === null) return undefined
  const claim = await db
    .selectFrom('customer')
    .innerJoin('user_account', 'user_account.user_id', 'claimed_by_user_id')
    .where('claimed_tax_id', '=', taxId)
    .where('awaits_link', '=', false)
    .where((row) => {
      if (userId !== null) return row('claimed_by_user_id', '=', userId)
      if (email !== null) return row(row.fn<string>('lower', ['user_account.email']), '=', email.toLowerCase())
      return row.and([row('user_account.email', '=', ''), row('customer.phone', '=', phone)])
    })
    .orderBy('customer_id')
    .select('customer_id')
    .executeTakeFirst()
  return claim?.customer_id
}

/** Says whose claim it is, unless it is somebody's already: who signs its drafts. Gives them nothing to see. */
export async function giveClaimTo(db: Database, { customerId, userId }: { customerId: number; userId: number }) {
  await db
    .updateTable('customer')
    .set({ claimed_by_user_id: userId })
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .where('claimed_by_user_id', 'is', null)
    .execute()
}

/** Whose claim it is; null where nobody signs for it yet. */
export async function claimantOf(db: Database, customerId: number): Promise<number | null> {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_by_user_id')
    .executeTakeFirst()
  return claim?.claimed_by_user_id ?? null
}

type Signed = {
  customerId: number
  userId: number
  /** As the signed document has them. */
  holder: Reached & { name: string; fiscalAddress: string }
  /** Whether the tax id was shown to be theirs. */
  isProven: boolean
  now: Date
}

/**
 * What becomes of a claim whose draft was signed by whose claim it is: they see its holder from now on, with what they have
 * signed. The tax id is the holder's only where it is proven and no known holder has it; other claims on it then end.
 */
export async function settleClaim(db: Database, { customerId, userId, holder, isProven, now }: Signed) {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_by_user_id', '=', userId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_tax_id')
    .forUpdate()
    .executeTakeFirst()
  if (!claim) return
  const { name, fiscalAddress: fiscal_address, email, phone } = holder
  const taxId = claim.claimed_tax_id!
  const becomesKnown = isProven && !(await isKnown(db, taxId))
  await db
    .updateTable('customer')
    .set((row) => ({
      ...{ name, fiscal_address, email, phone, version: row('version', '+', 1) },
      ...(becomesKnown && { tax_id: taxId, claimed_tax_id: null, claimed_by_user_id: null }),
    }))
    .where('customer_id', '=', customerId)
    .execute()
  await db
    .insertInto('user_customer')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (becomesKnown) await withdrawClaims(db, [taxId], now)
}

/** Why a claim was not confirmed: there is none (any more), nobody has signed for it, or another customer has its tax id. */
export type ClaimConfirmation = 'confirmed' | 'no_claim' | 'unsigned' | 'known'

/**
 * Takes an operator's word, who has seen the identity document, for a claim whose contract is signed: its customer is known
 * from then on, and other claims on the tax id end. Within a transaction.
 */
export async function confirmClaim(
  db: Database,
  { customerId, now }: { customerId: number; now: Date },
): Promise<ClaimConfirmation> {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_tax_id')
    .forUpdate()
    .executeTakeFirst()
  if (!claim) return 'no_claim'
  const signed = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('signed_on', 'is not', null)
    .select('contract_id')
    .executeTakeFirst()
  if (!signed) return 'unsigned'
  const taxId = claim.claimed_tax_id!
  if (await isKnown(db, taxId)) return 'known'
  await db
    .updateTable('customer')
    .set((row) => ({
      ...{ tax_id: taxId, claimed_tax_id: null, claimed_by_user_id: null },
      version: row('version', '+', 1),
    }))
    .where('customer_id', '=', customerId)
    .execute()
  await withdrawClaims(db, [taxId], now)
  return 'confirmed'
}

async function isKnown(db: Database, taxId: string): Promise<boolean> {
  const known = await db.selectFrom('customer').where('tax_id', '=', taxId).select('customer_id').executeTakeFirst()
  return known !== undefined
}
