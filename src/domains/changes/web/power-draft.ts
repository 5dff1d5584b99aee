import { formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone, splitPhone } from '#vocabulary/phone.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import { hasSixPowers, newTariff, parsePowerInput, powerProblems } from '../power-rules.ts'
import type { ChangeableContract } from './changeable-contract.ts'

type SixPowers = [number, number, number, number, number, number]
const periodIndexes = [0, 1, 2, 3, 4, 5]
/** The typed powers, and what they would make of the contract. */
export type PowerDraft = {
  isSix: boolean
  /** The indexes of the periods that have a power. */
  shown: readonly number[]
  /** The power of each of the six periods; 0 where none applies. */
  watts: readonly number[]
  problems: ReturnType<typeof powerProblems>
  /** The tariff that the change leads to; null where it stays. */
  nextTariff: ReturnType<typeof newTariff>
}

/** Returns what the typed powers would make of a contract. */
export function powerDraftOf(
  inputs: readonly string[],
  contract: ChangeableContract,
  extensionRightWatts: number | null,
): PowerDraft {
  const isSix = hasSixPowers(inputs.map(parsePowerInput))
  const shown = isSix ? periodIndexes : [0, 1]
  const requested = periodIndexes.map((index) => (shown.includes(index) ? parsePowerInput(inputs[index]!) : 0))
  return {
    isSix,
    shown,
    watts: requested.map((each) => each ?? 0),
    problems: powerProblems(requested, contract.powerWatts, extensionRightWatts),
    nextTariff: newTariff(shown.length, contract.tariff),
  }
}

/** Returns the initial input for each period: the suggested power, or else the present one. */
export function initialPowerInputs(
  suggestedWatts: readonly (number | null)[],
  present: readonly number[],
  locale: Locale,
): string[] {
  return periodIndexes.map((index) => {
    const watts = suggestedWatts[index] ?? present[index]
    return watts === undefined ? '' : formatDecimal(kwFromWatts(watts), locale).replace(/\.(?=\d{3},)/g, '')
  })
}

/** Returns the body of the request for other powers. */
export function powerChangeBody({ watts }: PowerDraft, phone: string, acceptsEarlyChange: boolean) {
  const compact = parsePhone(phone)!
  const { prefix, national } = splitPhone(compact)
  const [power_p1, power_p2, power_p3, power_p4, power_p5, power_p6] = watts as SixPowers
  const powers = { power_p1, power_p2, power_p3, power_p4, power_p5, power_p6 }
  const body = { ...powers, phone: compact, phone_num: national, phone_pre: prefix }
  return acceptsEarlyChange ? { ...body, accepts_early_change: true } : body
}

/** Returns the API field of a period. */
export function powerFieldOf(index: number): string {
  return `power_p${index + 1}`
}
