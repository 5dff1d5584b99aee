import type { FieldErrors } from '#kit/refusal.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { taxOfZone } from '#vocabulary/bill-taxes.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { lineAmountCents } from '#vocabulary/money.ts'
import { parsePhone, splitPhone } from '#vocabulary/phone.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { changePower, type PowerBody, readPowerTerms } from '../api.ts'
import { powerCosts } from '../power-costs.ts'
import { newTariff, powerProblems, tariffAcross } from '../power-rules.ts'
import { obstacleTo } from '../rules.ts'
import { findPowerPrices, findTariffPrices } from './contract-terms-store.ts'
import { type ContractToChange, findContractToChange } from './contract-to-change.ts'
import { drawPowerRequest } from './documents/power-request-document.ts'
import { findMeasuredPower } from './find-measured-power.ts'
import { powerFieldName, requestedPowersOf, sixPowers } from './power-fields.ts'
import { type PowerTermsOfDay, readPowerTermsOfDay } from './read-power-terms.ts'
import { requestSignedChange } from './request-signed-change.ts'
import type { ChangeRouteDeps } from './routes.ts'

export function powerRoutes({ serve, db, files, settings, clock, documentContextFor }: ChangeRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(readPowerTerms, {
    find: ({ actor: { customerIds }, params }) => findWithPower(customerIds, params.contractName),
    act: async ({ subject: contract }) => {
      const { charges, previousPeakWatts, limits } = contract.terms
      const day = today()
      const prices = await findTariffPrices(db, { ...contract, tariff: tariffAcross(contract), day })
      const powerPrices = await findPowerPrices(db, { ...contract, day })
      const { highest } = await findMeasuredPower(db, { ...contract, day })
      return {
        held_power: Number(kwFromWatts(previousPeakWatts)),
        highest_power: highest.map(({ periodIndex, watts, minutes, day: date }) => ({
          period: `P${periodIndex + 1}`,
          power: Number(kwFromWatts(watts)),
          minutes,
          date,
        })),
        // To the cent, as it is charged.
        connection_right: lineAmountCents({ quantity: '1', unitPrice: charges.hookUpEur }) / 100,
        access_right: Number(charges.accessEurPerKw),
        extension_right: Number(charges.extensionEurPerKw),
        verification_right: charges.verificationEur === null ? null : Number(charges.verificationEur),
        highest_allowed_power:
          limits.extensionRightWatts === null ? null : Number(kwFromWatts(limits.extensionRightWatts)),
        early_until: limits.earlyUntil,
        electricity_tax: charges.electricityTaxPercent === null ? null : Number(charges.electricityTaxPercent),
        tax: charges.tax && Number(charges.tax.percent),
        tax_kind: taxOfZone[contract.supply.zone],
        other_tariff: prices && {
          name: prices.name,
          power: prices.eurPerKwYear.map(Number),
          energy: prices.eurPerKwh.map(Number),
        },
        power_prices: powerPrices && {
          power: powerPrices.eurPerKwYear.map(Number),
          discount: powerPrices.discountPercent === null ? null : Number(powerPrices.discountPercent),
        },
      }
    },
  })

  serve(changePower, {
    find: ({ actor: { customerIds }, params }) => findWithPower(customerIds, params.contractName),
    permit(contract, refuse) {
      if (!settings.now().features.powerChange) throw refuse('change_not_offered')
      const obstacle = obstacleTo('power', contract)
      if (obstacle) throw refuse(obstacle as 'contract_not_active' | 'atr_not_available' | 'power_change_open')
      const { earlyUntil } = contract.terms.limits
      if (earlyUntil !== null && refusesEarlyChange())
        throw refuse('power_change_too_soon', { extra: { early_until: earlyUntil } })
    },
    async act({ actor, subject: contract, body: { version, ...body }, request }, refuse) {
      const fields = powerFieldErrors(body, contract)
      if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })

      const now = clock()
      const { powerWatts: present } = contract
      const powerWatts = requestedPowersOf(body)
      const day = today()
      const { charges, previousPeakWatts, limits } = contract.terms
      const costs = powerCosts({ requested: powerWatts, present, previousPeakWatts }, charges)
      const tariff = newTariff(powerWatts.length, contract.tariff)
      const prices = tariff === null ? null : await findTariffPrices(db, { ...contract, tariff, day })
      const requested = {
        powerWatts,
        phone: body.phone,
        costs,
        earlyUntil: limits.earlyUntil,
        tariff: tariff === null ? null : { name: tariff, prices },
      }
      const result = await requestSignedChange(
        { db, files },
        {
          kind: 'power',
          contract,
          details: body,
          requireSeen: ({ versions, powerWatts }) =>
            requireExpectedVersion(version, {
              version: versions.power,
              power: powerWatts.map((watts) => Number(kwFromWatts(watts))),
            }),
          document: await drawPowerRequest({ contract, requested, now }, documentContextFor(actor.locale)),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in result) throw refuse('power_change_open')
      return { waiting_for_signature: true, signature: result }
    },
  })

  // Gas contracts have no contracted power to change.
  async function findWithPower(customerIds: number[], name: string) {
    const contract = await findContractToChange(db, { customerIds, name })
    if (contract?.energy !== 'electricity') return undefined
    return { ...contract, terms: await readPowerTermsOfDay(db, contract, today()) }
  }

  function refusesEarlyChange() {
    return settings.now().requests.earlyPowerChange === 'refuse'
  }
}

type ContractWithTerms = ContractToChange & { terms: PowerTermsOfDay }

/** Returns the problems of a body by field: the powers by the rules, and a phone number that can be called. */
function powerFieldErrors(body: Omit<PowerBody, 'version'>, { powerWatts, terms }: ContractWithTerms): FieldErrors {
  const { limits } = terms
  const fields: FieldErrors = {}
  if (limits.earlyUntil !== null && !body.accepts_early_change)
    fields.accepts_early_change = ['early_change_unconfirmed']
  for (const [index, problem] of powerProblems(sixPowers(body), powerWatts, limits.extensionRightWatts).entries())
    if (problem) fields[powerFieldName(index)] = [problem]
  if (!parsePhone(body.phone)) return { ...fields, phone: ['lead_contact_phone_not_valid'] }
  const { prefix, national } = splitPhone(body.phone)
  if (body.phone_num !== national) fields.phone_num = ['invalid_value']
  if (body.phone_pre !== prefix) fields.phone_pre = ['invalid_value']
  return fields
}
