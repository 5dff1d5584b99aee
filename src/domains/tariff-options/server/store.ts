import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import type { Choice, DatedChoice, OptionKind, TakesEffect } from '../rules.ts'

/** A contract with the option of one kind that its product offers. */
export type OfferedOption = {
  customerId: number
  contractId: number
  /** The name of the contract, as its address has it. */
  name: string
  state: string
  productId: number
  kind: OptionKind
  discountPercent: Decimal
  /** The number of consecutive months or hours. */
  unitCount: number
  takesEffect: TakesEffect
}

/**
 * Returns the option of a kind that a contract has, or undefined if the contract is not the holder's or its product
 * does not offer it.
 */
export async function findOfferedOption(
  db: Database,
  {
    customerIds,
    contractId,
    kind,
    today,
  }: { customerIds: number[]; contractId: number; kind: OptionKind; today: MarketDay },
): Promise<OfferedOption | undefined> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('tariff_option', 'tariff_option.product_id', 'contract.product_id')
    .where(isOneOf('customer_id', customerIds))
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .where('valid_from', '<=', today)
    .orderBy('valid_from', 'desc')
    .select(['customer_id', 'contract_id', 'name', 'state', 'contract.product_id'])
    .select(['discount_percent', 'unit_count', 'takes_effect'])
    .limit(1)
    .executeTakeFirst()
  // The product stops offering an option by a discount of zero from a day on.
  if (!row || Number(row.discount_percent) === 0) return undefined
  return {
    customerId: row.customer_id,
    contractId: row.contract_id,
    name: row.name,
    state: row.state,
    productId: row.product_id,
    kind,
    discountPercent: row.discount_percent,
    unitCount: row.unit_count,
    takesEffect: row.takes_effect as TakesEffect,
  }
}

/** Returns the choices of a contract for a kind, latest first. */
export async function findChoices(
  db: Database,
  { customerId, contractId, kind }: Pick<OfferedOption, 'customerId' | 'contractId' | 'kind'>,
): Promise<DatedChoice[]> {
  const rows = await db
    .selectFrom('tariff_choice')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .orderBy('starts_on', 'desc')
    .select(['choice', 'starts_on'])
    .execute()
  return rows.map((row) => ({ choice: row.choice as Choice, startsOn: row.starts_on }))
}

/**
 * Returns the choices after locking the contract until the transaction ends, so that no concurrent choice can be made.
 */
export async function lockChoices(db: Database, option: OfferedOption): Promise<DatedChoice[]> {
  await db
    .selectFrom('contract')
    .where('customer_id', '=', option.customerId)
    .where('contract_id', '=', option.contractId)
    .select('contract_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return findChoices(db, option)
}

/** Stores a choice, replacing any that has not begun yet. */
export async function storeChoice(
  db: Database,
  {
    option: { customerId, contractId, kind },
    choice,
    startsOn,
    today,
    userId,
    now,
  }: { option: OfferedOption; choice: Choice; startsOn: MarketDay; today: MarketDay; userId: number; now: Date },
) {
  await db
    .deleteFrom('tariff_choice')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .where('starts_on', '>', today)
    .execute()
  await db
    .insertInto('tariff_choice')
    .values({
      customer_id: customerId,
      contract_id: contractId,
      kind,
      starts_on: startsOn,
      choice: JSON.stringify(choice),
      chosen_by_user_id: userId,
      chosen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'contract_id', 'kind', 'starts_on'])
        .doUpdateSet({ choice: JSON.stringify(choice), chosen_by_user_id: userId, chosen_at: now }),
    )
    .execute()
}
