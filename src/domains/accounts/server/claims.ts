import type { Database } from '#db/database.ts'
import { insertClaimedCustomer, setClaimant, updateCustomer } from '#domains/customers/server/customer-store.ts'
import { linkUser } from '#domains/customers/server/user-customers.ts'
import { withdrawClaims } from './withdraw-claims.ts'

/* A claim is a holder known only from a contract made here: a user has entered a tax id, and nobody has proven yet
   that it is theirs. It is stored apart from the known holders, so that no lookup by tax id matches it.
   docs/accounts-and-customers.md has the whole rule. */

type Claim = { taxId: string; name: string; isCompany: boolean; fiscalAddress: string } & ContactDetails
type ContactDetails = { email: string | null; phone: string | null }

/** Creates a claim. `key` must differ from that of every other claim. @returns the id of its holder. */
export async function createClaim(db: Database, key: string, claim: Claim): Promise<number> {
  const { taxId, name, isCompany, fiscalAddress, email, phone } = claim
  return insertClaimedCustomer(db, {
    ...{ name, email, phone, is_company: isCompany, fiscal_address: fiscalAddress },
    tax_id: `claim:${key}`,
    claimed_tax_id: taxId,
  })
}

/**
 * Returns the claim on a tax id that the user made before, or that was made with the same mailbox or else the same
 * phone.
 */
export async function findClaim(
  db: Database,
  { taxId, userId, email, phone }: ContactDetails & { taxId: string; userId: number | null },
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

/** Assigns a claim to the user who signs its drafts, unless it already has a claimant. Grants them no access to it. */
export async function assignClaimant(db: Database, key: { customerId: number; userId: number }) {
  await setClaimant(db, key)
}

/** Returns the user a claim is assigned to. Null while it has no signatory. */
export async function claimantOf(db: Database, customerId: number): Promise<number | null> {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_by_user_id')
    .executeTakeFirst()
  return claim?.claimed_by_user_id ?? null
}

type SignedClaim = {
  customerId: number
  userId: number
  /** As in the signed document. */
  holder: ContactDetails & { name: string; fiscalAddress: string }
  /** Whether the tax id was proven to be theirs. */
  isProven: boolean
  now: Date
}

/**
 * Resolves a claim whose draft was signed by its claimant: they see its holder from now on, with what they have signed.
 * The holder gets the tax id only if it is proven and no known holder has it; other claims on it are then withdrawn.
 */
export async function resolveSignedClaim(db: Database, { customerId, userId, holder, isProven, now }: SignedClaim) {
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
  const isConfirmed = isProven && !(await isKnownTaxId(db, taxId))
  await updateCustomer(db, customerId, {
    ...{ name, fiscal_address, email, phone },
    ...(isConfirmed && { tax_id: taxId, claimed_tax_id: null, claimed_by_user_id: null }),
  })
  await linkUser(db, { userId, customerId })
  if (isConfirmed) await withdrawClaims(db, [taxId], now)
}

/**
 * The outcome of confirming a claim: confirmed, or why not: there is no claim (any more), nothing has been signed for
 * it, or another customer has its tax id.
 */
export type ClaimConfirmation = 'confirmed' | 'no_claim' | 'unsigned' | 'known'

/**
 * Confirms a claim with a signed contract on behalf of an operator who has seen the identity document: its customer
 * becomes a known one, and other claims on the tax id are withdrawn. Runs within a transaction.
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
  if (await isKnownTaxId(db, taxId)) return 'known'
  await updateCustomer(db, customerId, { tax_id: taxId, claimed_tax_id: null, claimed_by_user_id: null })
  await withdrawClaims(db, [taxId], now)
  return 'confirmed'
}

async function isKnownTaxId(db: Database, taxId: string): Promise<boolean> {
  const customer = await db.selectFrom('customer').where('tax_id', '=', taxId).select('customer_id').executeTakeFirst()
  return customer !== undefined
}
