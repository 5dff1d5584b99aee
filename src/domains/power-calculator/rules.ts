import { minPowerWatts } from '#vocabulary/access-tariffs.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { type Decimal, formatFixedDecimal, multiplyDecimals, roundToUnits } from '#vocabulary/decimal.ts'
import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'
import { type Appliance, type ApplianceName, appliances } from './appliances.ts'

/** The share of the appliances that run at once, from few to many. */
export const simultaneities = ['0.25', '0.4', '0.6'] as const
export type Simultaneity = (typeof simultaneities)[number]
const defaultSimultaneity: Simultaneity = '0.4'

/** The largest plausible inputs. */
export const calculatorLimits = { area: 100_000, people: 1_000, quantity: 100, poolM3: 10_000 } as const

/** The draft of one of the user's own appliances. */
export type OwnAppliance = {
  isEnabled: boolean
  /** The draft of its number, or of its cubic metres. */
  quantity: string
  /** Its size, if it comes in several. */
  option: string
}

/** The draft of the form. */
export type CalculatorForm = {
  cups: string
  area: string
  people: string
  simultaneity: Simultaneity
  appliances: Record<ApplianceName, OwnAppliance>
}

export const emptyForm: CalculatorForm = {
  cups: '',
  area: '',
  people: '',
  simultaneity: defaultSimultaneity,
  appliances: Object.fromEntries(
    (appliances as readonly Appliance[]).map(({ name, measure, options }) => [
      name,
      { isEnabled: false, quantity: measure ? '' : '1', option: options?.[0]?.name ?? '' },
    ]),
  ) as Record<ApplianceName, OwnAppliance>,
}

/** The power of an appliance in hundredths of a kW: the second decimal is the last that is shown and sent. */
export type CountedAppliance = { name: ApplianceName; isEnabled: boolean; centiKw: number }

export type Calculation = {
  cups: string
  area: number
  people: number
  simultaneity: Simultaneity
  appliances: CountedAppliance[]
  optimalCentiKw: number
  /** The number of electric cars to charge. */
  carCount: number
}

export type CalculatorProblem =
  | 'cups_required'
  | 'cups_not_valid'
  | 'area_required'
  | 'people_required'
  | 'quantity_required'
  | 'appliance_required'

/** A field of the form; if no appliance is chosen, all appliances together are one field. */
export type CalculatorField = 'cups' | 'area' | 'people' | 'appliances' | ApplianceName

/** Calculates the result of the form, whose numbers are typed in a language, or returns its problems by field. */
export function calculate(
  form: CalculatorForm,
  locale: string,
): { calculation: Calculation } | { problems: Partial<Record<CalculatorField, CalculatorProblem>> } {
  const problems: Partial<Record<CalculatorField, CalculatorProblem>> = {}
  const cups = parseCups(form.cups)
  if (!cups) problems.cups = form.cups.trim() === '' ? 'cups_required' : 'cups_not_valid'
  const area = parsePositiveInteger(form.area, { max: calculatorLimits.area, locale })
  if (area === null) problems.area = 'area_required'
  const people = parsePositiveInteger(form.people, { max: calculatorLimits.people, locale })
  if (people === null) problems.people = 'people_required'

  const counted: CountedAppliance[] = []
  for (const appliance of appliances as readonly Appliance[]) {
    const own = form.appliances[appliance.name]
    const quantity = own.isEnabled ? parseQuantity(appliance, own, locale) : '0'
    if (quantity === null) problems[appliance.name] = 'quantity_required'
    else if (area !== null)
      counted.push({
        name: appliance.name,
        isEnabled: own.isEnabled,
        centiKw: own.isEnabled ? computeAppliancePower(appliance, { ...form, quantity, option: own.option, area }) : 0,
      })
  }
  if (!Object.values(form.appliances).some(({ isEnabled }) => isEnabled)) problems.appliances = 'appliance_required'

  if (!cups || area === null || people === null || Object.keys(problems).length > 0) return { problems }
  const optimalCentiKw = sumCentiKw(counted)
  return {
    calculation: {
      cups,
      area,
      people,
      simultaneity: form.simultaneity,
      appliances: counted,
      optimalCentiKw,
      carCount: countCars(form, locale),
    },
  }
}

/** Returns the sum of the enabled appliances in hundredths of a kW. */
export function sumCentiKw(counted: readonly Pick<CountedAppliance, 'isEnabled' | 'centiKw'>[]): number {
  return counted.reduce((sum, { isEnabled, centiKw }) => sum + (isEnabled ? centiKw : 0), 0)
}

type ApplianceUse = { quantity: Decimal; option: string; area: number; simultaneity: Simultaneity }

/**
 * Returns the power of an appliance in hundredths of a kW: base plus quantity times power, times the simultaneity
 * factor where it applies, rounded to two decimals (specification, point 9).
 */
export function computeAppliancePower(
  appliance: Appliance,
  { quantity, option, area, simultaneity }: ApplianceUse,
): number {
  const power = appliance.options?.find(({ name }) => name === option)?.power ?? appliance.power ?? '0'
  const count = appliance.areaDependent ? String(area) : quantity
  const combined = multiplyDecimals(count, power)
  const needed = appliance.cofSimulDependent ? multiplyDecimals(combined, simultaneity) : combined
  const micros = roundToUnits(appliance.base ?? '0', 6) + roundToUnits(needed, 6)
  return roundToUnits(formatFixedDecimal(micros, 6), 2)
}

/**
 * Parses a typed integer, with or without thousands separators. Returns null if it is not an integer, not positive or
 * too large.
 */
export function parsePositiveInteger(text: string, { max, locale }: { max: number; locale: string }): number | null {
  const value = Number(parseUnsignedDecimal(text, { locale, decimals: 0 }) ?? 0)
  return value > 0 && value <= max ? value : null
}

/** Checks whether anything has been filled in, without which there is nothing to calculate. */
export function isDirty(form: CalculatorForm): boolean {
  return JSON.stringify(form) !== JSON.stringify(emptyForm)
}

// Pieces are integers; a pool may have half a cubic metre.
function parseQuantity({ multiple, measure }: Appliance, { quantity }: OwnAppliance, locale: string): Decimal | null {
  if (measure) {
    const m3 = parseUnsignedDecimal(quantity, { locale, decimals: 1 })
    return m3 !== null && Number(m3) > 0 && Number(m3) <= calculatorLimits.poolM3 ? m3 : null
  }
  if (!multiple) return '1'
  const count = parsePositiveInteger(quantity, { max: calculatorLimits.quantity, locale })
  return count === null ? null : String(count)
}

/**
 * Up to 15 kW any multiple of 0.1 kW can be contracted (Real Decreto-ley 15/2018, art. 16); above it the same step is
 * used.
 */
const stepCentiKw = 10

/** Returns the lowest contractable power that covers what is needed. */
export function roundUpToContractable(centiKw: number): number {
  return Math.max(Math.ceil(centiKw / stepCentiKw) * stepCentiKw * 10, minPowerWatts)
}

/** The power of a charging point for electric cars at 230 V: 16 A, and 32 A (Real Decreto 1053/2014, ITC-BT-52). */
export const chargingCentiKw = { slow: 368, fast: 736 } as const

/**
 * Returns the lowest valley powers, in watts, that charge each car at 16 A: with a load manager that lowers the charge
 * while other appliances run, and with everything running at once.
 */
export function computeChargingWatts({ optimalCentiKw, carCount }: Pick<Calculation, 'optimalCentiKw' | 'carCount'>) {
  return {
    managed: roundUpToContractable(Math.max(optimalCentiKw, chargingCentiKw.slow)),
    unmanaged: roundUpToContractable(optimalCentiKw + carCount * chargingCentiKw.slow),
  }
}

function countCars({ appliances: { electricVehicle } }: CalculatorForm, locale: string): number {
  if (!electricVehicle.isEnabled) return 0
  return parsePositiveInteger(electricVehicle.quantity, { max: calculatorLimits.quantity, locale }) ?? 0
}
