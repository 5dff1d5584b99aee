import { knownFigures } from '#domains/figures/server/known-figures.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { taxOfZone } from '#vocabulary/bill-taxes.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { parsePhone, phoneParts } from '#vocabulary/phone.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { changePower, type PowerBody, readPowerTerms } from '../api.ts'
import { powerCosts } from '../power-costs.ts'
import { newTariff, powerProblems, tariffAcross } from '../power-rules.ts'
import { obstacleTo } from '../rules.ts'
import { askForChange } from './ask.ts'
import { connectionCharges } from './charges.ts'
import { powerName, powersIn, sixPowers } from './details.ts'
import { drawPowerRequest } from './documents/power-request.ts'
import { type ContractToChange, findContractToChange } from './find-contract.ts'
import { findMeasuredPower } from './highest-powers.ts'
import type { ChangeNeeds } from './routes.ts'
import { findHeldPower, findPowerPrices, findTariffPrices } from './store.ts'

export function powerRoutes({ serve, db, files, settings, clock, paperIn }: ChangeNeeds) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(readPowerTerms, {
    find: ({ actor: { customerIds }, params }) => findWithPower(customerIds, params.contractName),
    act: async ({ subject: contract }) => {
      const { supply, powerWatts } = contract
      const day = today()
      const charges = connectionCharges(supply.zone, day, await knownFigures(db))
      const heldWatts = await findHeldPower(db, { pointId: supply.pointId, present: powerWatts, day })
      const prices = await findTariffPrices(db, { ...contract, tariff: tariffAcross(contract), day })
      const powerPrices = await findPowerPrices(db, { ...contract, day })
      const { highest } = await findMeasuredPower(db, { ...contract, day })
      return {
        held_power: Number(kwFromWatts(heldWatts)),
        highest_power: highest.map(({ place, watts, minutes, day: date }) => ({
          period: `P${place + 1}`,
          power: Number(kwFromWatts(watts)),
          minutes,
          date,
        })),
        connection_right: Number(charges.hookUpEur),
        access_right: Number(charges.accessEurPerKw),
        extension_right: Number(charges.extensionEurPerKw),
        electricity_tax: charges.electricityTaxPercent === null ? null : Number(charges.electricityTaxPercent),
        tax: charges.tax && Number(charges.tax.percent),
        tax_kind: taxOfZone[supply.zone],
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
    },
    async act({ actor, subject: contract, body: { version, ...body }, request }, refuse) {
      const fields = problemsOf(body, contract)
      if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })

      const now = clock()
      const { supply, powerWatts: present } = contract
      const powerWatts = powersIn(body)
      const day = today()
      const heldWatts = await findHeldPower(db, { pointId: supply.pointId, present, day })
      const charges = connectionCharges(supply.zone, day, await knownFigures(db))
      const costs = powerCosts({ asked: powerWatts, present, heldWatts }, charges)
      const tariff = newTariff(powerWatts.length, contract.tariff)
      const prices = tariff === null ? null : await findTariffPrices(db, { ...contract, tariff, day })
      const asked = { powerWatts, phone: body.phone, costs, tariff: tariff === null ? null : { name: tariff, prices } }
      const answer = await askForChange(
        { db, files },
        {
          kind: 'power',
          contract,
          details: body,
          requireSeen: ({ versions, powerWatts }) =>
            requireSeen(version, {
              version: versions.power,
              power: powerWatts.map((watts) => Number(kwFromWatts(watts))),
            }),
          document: await drawPowerRequest({ contract, asked, now }, paperIn(actor.locale)),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in answer) throw refuse('power_change_open')
      return { waiting_for_signature: true, signature: answer }
    },
  })

  // Gas has no contracted power to speak of.
  async function findWithPower(customerIds: number[], name: string) {
    const contract = await findContractToChange(db, { customerIds, name })
    return contract?.energy === 'electricity' ? contract : undefined
  }
}

/** What is wrong with the fields of a body: the powers by the rules, and a telephone that can be called. */
function problemsOf(body: Omit<PowerBody, 'version'>, { powerWatts }: ContractToChange): FieldErrors {
  const fields: FieldErrors = {}
  for (const [place, problem] of powerProblems(sixPowers(body), powerWatts).entries())
    if (problem) fields[powerName(place)] = [problem]
  if (!parsePhone(body.phone)) return { ...fields, phone: ['lead_contact_phone_not_valid'] }
  const { prefix, national } = phoneParts(body.phone)
  if (body.phone_num !== national) fields.phone_num = ['invalid_value']
  if (body.phone_pre !== prefix) fields.phone_pre = ['invalid_value']
  return fields
}
