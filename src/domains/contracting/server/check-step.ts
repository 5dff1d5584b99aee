import type { Database } from '#db/database.ts'
import { placeProblems } from '#domains/correspondence/rules.ts'
import { townsOf } from '#domains/geo/server/town-store.ts'
import { activities } from '#domains/offers/server/activities.ts'
import { electricityOffers, findCampaign, gasOffers, isCodeForProduct } from '#domains/offers/server/offer-store.ts'
import { retailersOf } from '#domains/offers/server/retailers.ts'
import { findContractability } from '#domains/supply-register/server/register-store.ts'
import type { Locale } from '#kit/locale.ts'
import { electricityTariffsForPower, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { WireAddress } from '../address-rules.ts'
import type { ElectricityStep, GasStep } from '../api.ts'
import { type Asked, type Problems, problemIf } from '../asked.ts'
import { contractProblems, gasContractProblems, needsSixPowers, withoutSelfConsumption } from '../contract-rules.ts'
import { confirmationProblems, paymentProblems } from '../ending-rules.ts'
import { installationProblems, type Supply } from '../installation-rules.ts'
import { papersGiven } from '../known-holder-rules.ts'
import { personProblems } from '../person-rules.ts'
import { givenAgreements } from './given-agreements.ts'
import { findHolderAccount, readHoldersOnFile } from './known-holders.ts'
import type { ElectricityContractStep, GasContractStep, KeptSteps } from './lead-steps.ts'
import { holderOf } from './make-contract.ts'

export type Around = {
  energy: 'electricity' | 'gas'
  asked: Asked
  /** Whoever is signed in, or null. */
  userId: number | null
  /** The holders that they look after. */
  customerIds: readonly number[]
  /** Whether it is the gas of a dual contract, whose installation is that of the electricity. */
  isOfDual: boolean
  /** What the steps before told. */
  known: KeptSteps
  today: MarketDay
  locale: Locale
}

/**
 * What is wrong with a step, by the paths of its fields on the wire: what the rules of the form say, and what only the
 * server knows (towns, supplies, what is on offer today).
 */
export async function stepProblems(db: Database, step: ElectricityStep | GasStep, around: Around): Promise<Problems> {
  const { asked, known, userId, customerIds, today } = around
  switch (step.step) {
    case 1:
      return {
        ...(await placeIn(db, step.address, 'address')),
        ...(await knownChoices(db, step, around)),
        ...installationProblems(step, asked, await availability(db, step.cups.name, around)),
      }
    case 2:
      return {
        ...(step.owner_address.different_address ? await placeIn(db, step.owner_address, 'owner_address') : {}),
        ...personProblems(step, asked, {
          hasActiveContract: known[1]?.active_contract === true,
          papers: papersGiven(step.owner, await readHoldersOnFile(db, { customerIds, today })),
        }),
      }
    case 3:
      return 'power' in step ? electricityProblems(db, step, around) : gasProblems(db, step, around)
    case 4:
      return { ...(await accountProblem(db, step, around)), ...paymentProblems(step) }
    case 5:
      return confirmationProblems(step, await givenAgreements(db, userId))
  }
}

/** Whether the market lets the supply be contracted; one that nobody knows may be. */
async function availability(db: Database, text: string, { energy, isOfDual, known }: Around): Promise<Supply> {
  const cups = parseCups(text)
  if (!cups) return { isAvailable: undefined }
  const key = cups20(cups)
  const ofElectricity = isOfDual && known[1] && parseCups(known[1].cups.name)
  if (ofElectricity && cups20(ofElectricity) === key) return { isAvailable: false, otherEnergy: 'electricity' }
  const { isFree, otherEnergy } = await findContractability(db, { cups20: key, energy })
  return { isAvailable: isFree, otherEnergy }
}

/** An account on file is the holder's own, and of whoever chooses it. */
async function accountProblem(
  db: Database,
  { bank }: { bank: { account_id?: number | null | undefined } },
  { known, customerIds }: Around,
): Promise<Problems> {
  if (!bank.account_id) return {}
  const taxId = known[2] ? holderOf({ 2: known[2] }).taxId : ''
  const iban = await findHolderAccount(db, { accountId: bank.account_id, taxId, customerIds })
  return problemIf(iban === undefined, 'bank.iban', 'account_not_of_holder')
}

async function placeIn(db: Database, address: WireAddress, prefix: string): Promise<Problems> {
  const { dp, ine, state, tv } = address
  if (!dp || !ine || !state || !tv) return {}
  const found = placeProblems({ dp, ine, state, tv }, await townsOf(db, dp.trim()))
  return Object.fromEntries(Object.entries(found).map(([field, code]) => [`${prefix}.${field}`, code]))
}

async function knownChoices(
  db: Database,
  { cnae, comer_origin }: { cnae: number; comer_origin?: number | null | undefined },
  { energy }: Around,
): Promise<Problems> {
  const retailers = comer_origin ? await retailersOf(db, energy) : []
  return {
    ...problemIf(!activities.some(({ id }) => id === cnae), 'cnae', 'invalid_value'),
    ...problemIf(
      Boolean(comer_origin) && !retailers.some(({ id }) => id === comer_origin),
      'comer_origin',
      'invalid_value',
    ),
  }
}

async function electricityProblems(db: Database, step: ElectricityContractStep, around: Around): Promise<Problems> {
  const { asked, today, locale } = around
  const [promocode = null] = step.promotional_code ?? []
  const powerWatts = Math.max(step.power, step.power2, needsSixPowers(step) ? (step.power6 ?? 0) : 0) * 1_000
  const tariff = electricityTariffsForPower(powerWatts).find(({ id }) => id === step.tarifaATR)
  const offered = tariff
    ? await electricityOffers(db, {
        tariffName: tariff.name,
        today,
        locale,
        withSelfConsumption: (step.selfconsCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
        promocode,
      })
    : []
  return {
    ...(await codeProblem(db, { promocode, productId: step.tarifa, today })),
    ...problemIf(!tariff, 'tarifaATR', 'tariff_not_offered'),
    ...problemIf(!offered.some(({ productId }) => productId === step.tarifa), 'tarifa', 'product_not_offered'),
    ...contractProblems(step, asked),
  }
}

async function gasProblems(db: Database, step: GasContractStep, around: Around): Promise<Problems> {
  const { asked, today, locale } = around
  const [promocode = null] = step.promotional_code ?? []
  const tariff = gasAccessTariffs.find(({ id }) => id === step.tarifaATR)
  const offered = tariff
    ? await gasOffers(db, { tariffName: tariff.name, today, locale, withSelfConsumption: null, promocode })
    : []
  return {
    ...(await codeProblem(db, { promocode, productId: step.tarifa, today })),
    ...problemIf(!tariff, 'tarifaATR', 'tariff_not_offered'),
    ...problemIf(!offered.some(({ productId }) => productId === step.tarifa), 'tarifa', 'product_not_offered'),
    ...gasContractProblems(step, asked, await availability(db, step.cups.name, around)),
  }
}

type TypedCode = { promocode: string | null; productId: number; today: MarketDay }

async function codeProblem(db: Database, { promocode, productId, today }: TypedCode): Promise<Problems> {
  if (promocode === null || promocode.trim() === '') return {}
  const campaign = await findCampaign(db, promocode, today)
  if (!campaign) return { promotional_code: 'promocode_invalid' }
  // A product is missed by its own field where none is chosen.
  const isForAnother = productId > 0 && !isCodeForProduct(campaign, productId)
  return problemIf(isForAnother, 'promotional_code', 'promocode_other_product')
}
