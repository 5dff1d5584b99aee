import { typedDecimalOf } from '#kit/typed-number.ts'
import { leastPowerWatts } from '#vocabulary/access-tariffs.ts'
import { parseCups } from '#vocabulary/cups.ts'
import { type Decimal, fixedDecimal, multiplyDecimals, roundedUnits } from '#vocabulary/decimal.ts'
import { type Appliance, type ApplianceName, appliances } from './appliances.ts'

/** How many of the appliances run at once, from few to many. */
export const simultaneities = ['0.25', '0.4', '0.6'] as const
export type Simultaneity = (typeof simultaneities)[number]
const usualSimultaneity: Simultaneity = '0.4'

/** The largest answers that are no slip. */
export const calculatorLimits = { area: 100_000, people: 1_000, quantity: 100, poolM3: 10_000 } as const

/** What somebody says of an appliance that they have. */
export type OwnAppliance = {
  isEnabled: boolean
  /** How many of it, or how many cubic metres; as typed. */
  quantity: string
  /** Its size, where it comes in several. */
  option: string
}

/** The form, as typed. */
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
  simultaneity: usualSimultaneity,
  appliances: Object.fromEntries(
    (appliances as readonly Appliance[]).map(({ name, measure, options }) => [
      name,
      { isEnabled: false, quantity: measure ? '' : '1', option: options?.[0]?.name ?? '' },
    ]),
  ) as Record<ApplianceName, OwnAppliance>,
}

/** What an appliance needs in hundredths of a kW: the second decimal is the last that is shown and sent. */
export type CountedAppliance = { name: ApplianceName; isEnabled: boolean; centiKw: number }

export type Calculation = {
  cups: string
  area: number
  people: number
  simultaneity: Simultaneity
  appliances: CountedAppliance[]
  optimalCentiKw: number
  /** How many electric cars there are to charge. */
  carCount: number
}

export type CalculatorProblem =
  | 'cups_required'
  | 'cups_not_valid'
  | 'area_required'
  | 'people_required'
  | 'quantity_required'
  | 'appliance_required'

/** A field of the form; the appliances together are one where none is chosen. */
export type CalculatorField = 'cups' | 'area' | 'people' | 'appliances' | ApplianceName

/** What the form, typed in a language, comes to, or what is wrong with it by field. */
export function calculate(
  form: CalculatorForm,
  locale: string,
): { calculation: Calculation } | { problems: Partial<Record<CalculatorField, CalculatorProblem>> } {
  const problems: Partial<Record<CalculatorField, CalculatorProblem>> = {}
  const cups = parseCups(form.cups)
  if (!cups) problems.cups = form.cups.trim() === '' ? 'cups_required' : 'cups_not_valid'
  const area = readWhole(form.area, { most: calculatorLimits.area, locale })
  if (area === null) problems.area = 'area_required'
  const people = readWhole(form.people, { most: calculatorLimits.people, locale })
  if (people === null) problems.people = 'people_required'

  const counted: CountedAppliance[] = []
  for (const appliance of appliances as readonly Appliance[]) {
    const own = form.appliances[appliance.name]
    const quantity = own.isEnabled ? quantityOf(appliance, own, locale) : '0'
    if (quantity === null) problems[appliance.name] = 'quantity_required'
    else if (area !== null)
      counted.push({
        name: appliance.name,
        isEnabled: own.isEnabled,
        centiKw: own.isEnabled ? powerOf(appliance, { ...form, quantity, option: own.option, area }) : 0,
      })
  }
  if (!Object.values(form.appliances).some(({ isEnabled }) => isEnabled)) problems.appliances = 'appliance_required'

  if (!cups || area === null || people === null || Object.keys(problems).length > 0) return { problems }
  const optimalCentiKw = sumOf(counted)
  return {
    calculation: {
      cups,
      area,
      people,
      simultaneity: form.simultaneity,
      appliances: counted,
      optimalCentiKw,
      carCount: carCountOf(form, locale),
    },
  }
}

/** What the appliances that are there come to, in hundredths of a kW. */
export function sumOf(counted: readonly Pick<CountedAppliance, 'isEnabled' | 'centiKw'>[]): number {
  return counted.reduce((sum, { isEnabled, centiKw }) => sum + (isEnabled ? centiKw : 0), 0)
}

type Use = { quantity: Decimal; option: string; area: number; simultaneity: Simultaneity }

/**
 * What an appliance needs, in hundredths of a kW: its base plus quantity times power, times how many run at once where that
 * counts, rounded to two decimals (specification, point 9).
 */
export function powerOf(appliance: Appliance, { quantity, option, area, simultaneity }: Use): number {
  const power = appliance.options?.find(({ name }) => name === option)?.power ?? appliance.power ?? '0'
  const count = appliance.areaDependent ? String(area) : quantity
  const together = multiplyDecimals(count, power)
  const needed = appliance.cofSimulDependent ? multiplyDecimals(together, simultaneity) : together
  const micros = roundedUnits(appliance.base ?? '0', 6) + roundedUnits(needed, 6)
  return roundedUnits(fixedDecimal(micros, 6), 2)
}

/** A whole number that was typed, with or without separators of thousands; null where it is none, not positive or too large. */
export function readWhole(text: string, { most, locale }: { most: number; locale: string }): number | null {
  const value = Number(typedDecimalOf(text, { locale, decimals: 0 }) ?? 0)
  return value > 0 && value <= most ? value : null
}

/** Whether something has been filled in, without which there is nothing to calculate. */
export function isDirty(form: CalculatorForm): boolean {
  return JSON.stringify(form) !== JSON.stringify(emptyForm)
}

// One by one they are whole; a pool may have half a cubic metre.
function quantityOf({ multiple, measure }: Appliance, { quantity }: OwnAppliance, locale: string): Decimal | null {
  if (measure) {
    const m3 = typedDecimalOf(quantity, { locale, decimals: 1 })
    return m3 !== null && Number(m3) > 0 && Number(m3) <= calculatorLimits.poolM3 ? m3 : null
  }
  if (!multiple) return '1'
  const count = readWhole(quantity, { most: calculatorLimits.quantity, locale })
  return count === null ? null : String(count)
}

/** Up to 15 kW any multiple of 0.1 kW can be contracted (Real Decreto-ley 15/2018, art. 16); above it the same step is kept. */
const stepCentiKw = 10

/** The least power that can be contracted and holds what is needed. */
export function contractableWatts(centiKw: number): number {
  return Math.max(Math.ceil(centiKw / stepCentiKw) * stepCentiKw * 10, leastPowerWatts)
}

/** What a charging point for electric cars takes at 230 V: 16 A, and 32 A (Real Decreto 1053/2014, ITC-BT-52). */
export const chargingCentiKw = { slow: 368, fast: 736 } as const

/**
 * The least powers of the valley, in watts, by which cars charge at 16 A each: where a load manager lowers the charge while
 * other appliances run, and where everything may run at once.
 */
export function chargingWatts({ optimalCentiKw, carCount }: Pick<Calculation, 'optimalCentiKw' | 'carCount'>) {
  return {
    managed: contractableWatts(Math.max(optimalCentiKw, chargingCentiKw.slow)),
    unmanaged: contractableWatts(optimalCentiKw + carCount * chargingCentiKw.slow),
  }
}

function carCountOf({ appliances: { electricVehicle } }: CalculatorForm, locale: string): number {
  if (!electricVehicle.isEnabled) return 0
  return readWhole(electricVehicle.quantity, { most: calculatorLimits.quantity, locale }) ?? 0
}
