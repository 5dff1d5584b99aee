import type { Database } from '#db/database.ts'
import { findAddressCodeProblems } from '#domains/correspondence/rules.ts'
import { findTowns } from '#domains/geo/server/town-store.ts'
import { activities } from '#domains/offers/server/activities.ts'
import {
  findCampaign,
  findElectricityOffers,
  findGasOffers,
  isCodeForProduct,
} from '#domains/offers/server/offer-store.ts'
import { findOriginRetailers } from '#domains/offers/server/retailer-store.ts'
import { findLastSpotMonth } from '#domains/offers/server/spot-price-store.ts'
import { findContractability } from '#domains/supply-register/server/register-store.ts'
import { electricityTariffsForPower, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { WireAddress } from '../address-rules.ts'
import { contractProblems, gasContractProblems, needsSixPowers } from '../contract-rules.ts'
import { type ContractFormConfig, type FieldProblems, problemIf } from '../field-problems.ts'
import { installationProblems, type SupplyLookup } from '../installation-rules.ts'
import { documentsOnFileOf } from '../known-holder-rules.ts'
import {
  confirmationProblems,
  isDirectDebit,
  type PaymentAnswers,
  paymentProblems,
} from '../payment-and-confirmation-rules.ts'
import { personProblems } from '../person-rules.ts'
import type { ElectricityStep, GasStep } from '../step-fields.ts'
import { switchDayProblems } from '../switch-day.ts'
import { holderOf } from './contract-draft.ts'
import { readKnownAgreements } from './known-agreements.ts'
import { findHolderAccount, readHoldersOnFile } from './known-holders.ts'
import type { ElectricityContractStep, GasContractStep, StoredSteps } from './lead-steps.ts'

export type StepContext = {
  energy: 'electricity' | 'gas'
  config: ContractFormConfig
  /** The signed-in user, or null. */
  userId: number | null
  /** The holders that they manage. */
  customerIds: readonly number[]
  /** Whether it is the gas of a dual contract, whose installation is that of the electricity. */
  isOfDual: boolean
  /** The answers of earlier steps. */
  earlierSteps: StoredSteps
  today: MarketDay
  locale: Locale
}

/**
 * Returns the problems of a step by the API paths of its fields: those of the form rules, and those that only the
 * server can find (towns, supplies, current offers).
 */
export async function stepProblems(
  db: Database,
  step: ElectricityStep | GasStep,
  context: StepContext,
): Promise<FieldProblems> {
  const { config, earlierSteps, userId, customerIds, today } = context
  switch (step.step) {
    case 1:
      return {
        ...(await townProblems(db, step.address, 'address')),
        ...(await choiceProblems(db, step, context)),
        ...switchDayProblems(namedSwitchDay(step, context), today),
        ...installationProblems(step, config, await lookUpAvailability(db, step.cups.name, context)),
      }
    case 2:
      return {
        ...(step.owner_address.different_address ? await townProblems(db, step.owner_address, 'owner_address') : {}),
        ...personProblems(step, config, {
          hasActiveContract: earlierSteps[1]?.active_contract === true,
          documents: documentsOnFileOf(step.owner, await readHoldersOnFile(db, { customerIds, today })),
        }),
      }
    case 3:
      return 'power' in step ? electricityProblems(db, step, context) : gasProblems(db, step, context)
    case 4:
      return { ...(await accountProblem(db, step, context)), ...paymentProblems(step) }
    case 5:
      return confirmationProblems(step, await readKnownAgreements(db, userId))
  }
}

/** The day that was named for the switch; it is that of electricity alone, and of a supply that there is. */
function namedSwitchDay({ active_contract, switch_on }: NonNullable<StoredSteps[1]>, { energy }: StepContext) {
  return energy === 'electricity' && active_contract ? switch_on : null
}

/** Checks whether the market allows the supply to be contracted. An unknown supply may be contracted. */
async function lookUpAvailability(
  db: Database,
  text: string,
  { energy, isOfDual, earlierSteps }: StepContext,
): Promise<SupplyLookup> {
  const cups = parseCups(text)
  if (!cups) return { isAvailable: undefined }
  const key = cups20(cups)
  const ofElectricity = isOfDual && earlierSteps[1] && parseCups(earlierSteps[1].cups.name)
  if (ofElectricity && cups20(ofElectricity) === key) return { isAvailable: false, otherEnergy: 'electricity' }
  const { isFree, otherEnergy } = await findContractability(db, { cups20: key, energy })
  return { isAvailable: isFree, otherEnergy }
}

/** Returns a problem unless an account on file belongs to the holder and is available to the user. */
async function accountProblem(
  db: Database,
  step: PaymentAnswers,
  { earlierSteps, customerIds }: StepContext,
): Promise<FieldProblems> {
  const { bank } = step
  if (!bank.account_id || !isDirectDebit(step)) return {}
  const taxId = earlierSteps[2] ? holderOf({ 2: earlierSteps[2] }).taxId : ''
  const iban = await findHolderAccount(db, { accountId: bank.account_id, taxId, customerIds })
  return problemIf(iban === undefined, 'bank.iban', 'account_not_of_holder')
}

async function townProblems(db: Database, address: WireAddress, prefix: string): Promise<FieldProblems> {
  const { dp, ine, state, tv } = address
  if (!dp || !ine || !state || !tv) return {}
  const problems = findAddressCodeProblems({ dp, ine, state, tv }, await findTowns(db, dp.trim()))
  return Object.fromEntries(Object.entries(problems).map(([field, code]) => [`${prefix}.${field}`, code]))
}

async function choiceProblems(
  db: Database,
  { cnae, comer_origin }: { cnae: number; comer_origin?: number | null | undefined },
  { energy }: StepContext,
): Promise<FieldProblems> {
  const retailers = comer_origin ? await findOriginRetailers(db, energy) : []
  return {
    ...problemIf(!activities.some(({ id }) => id === cnae), 'cnae', 'invalid_value'),
    ...problemIf(
      Boolean(comer_origin) && !retailers.some(({ id }) => id === comer_origin),
      'comer_origin',
      'invalid_value',
    ),
  }
}

async function electricityProblems(
  db: Database,
  step: ElectricityContractStep,
  context: StepContext,
): Promise<FieldProblems> {
  const { config, today, locale } = context
  const [promocode = null] = step.promotional_code ?? []
  const powerWatts = Math.max(step.power, step.power2, needsSixPowers(step) ? (step.power6 ?? 0) : 0) * 1_000
  const tariff = electricityTariffsForPower(powerWatts).find(({ id }) => id === step.tarifaATR)
  const offers = tariff
    ? await findElectricityOffers(db, {
        tariffName: tariff.name,
        today,
        locale,
        withSelfConsumption: (step.selfconsCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
        promocode,
        withDynamic: true,
      })
    : []
  const isDynamic = offers.some((offer) => offer.productId === step.tarifa && offer.isDynamic)
  return {
    ...(await promoCodeProblem(db, { promocode, productId: step.tarifa, today })),
    ...(isDynamic ? await dynamicProblems(db, step, today) : {}),
    ...problemIf(!tariff, 'tarifaATR', 'tariff_not_offered'),
    ...problemIf(!offers.some(({ productId }) => productId === step.tarifa), 'tarifa', 'product_not_offered'),
    ...contractProblems(step, config),
  }
}

/** A product that follows the market needs an estimate of a month and a consent (Real Decreto 88/2026, art. 13.n). */
async function dynamicProblems(
  db: Database,
  { accept_dynamic }: ElectricityContractStep,
  today: MarketDay,
): Promise<FieldProblems> {
  return {
    ...problemIf((await findLastSpotMonth(db, today)) === undefined, 'tarifa', 'dynamic_no_estimate'),
    ...problemIf(accept_dynamic !== true, 'accept_dynamic', 'dynamic_required'),
  }
}

async function gasProblems(db: Database, step: GasContractStep, context: StepContext): Promise<FieldProblems> {
  const { config, today, locale } = context
  const [promocode = null] = step.promotional_code ?? []
  const tariff = gasAccessTariffs.find(({ id }) => id === step.tarifaATR)
  const offers = tariff
    ? await findGasOffers(db, { tariffName: tariff.name, today, locale, withSelfConsumption: null, promocode })
    : []
  return {
    ...(await promoCodeProblem(db, { promocode, productId: step.tarifa, today })),
    ...problemIf(!tariff, 'tarifaATR', 'tariff_not_offered'),
    ...problemIf(!offers.some(({ productId }) => productId === step.tarifa), 'tarifa', 'product_not_offered'),
    ...gasContractProblems(step, config, await lookUpAvailability(db, step.cups.name, context)),
  }
}

type PromoCodeInput = { promocode: string | null; productId: number; today: MarketDay }

async function promoCodeProblem(db: Database, { promocode, productId, today }: PromoCodeInput): Promise<FieldProblems> {
  if (promocode === null || promocode.trim() === '') return {}
  const campaign = await findCampaign(db, promocode, today)
  if (!campaign) return { promotional_code: 'promocode_invalid' }
  // A missing product is reported by its own field.
  const isForAnother = productId > 0 && !isCodeForProduct(campaign, productId)
  return problemIf(isForAnother, 'promotional_code', 'promocode_other_product')
}
