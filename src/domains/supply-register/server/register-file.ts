import { parseCups } from '#vocabulary/cups.ts'
import { isPostcode } from '#vocabulary/postcode.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'

/** The reason why a line of a register file is rejected. */
export type RegisterRefusal = 'line_broken' | 'cups_invalid' | 'tariff_missing' | 'dates_invalid' | 'number_invalid'

/** A line of the file, by column name. */
export type Line = Readonly<Record<string, string>>

export type PointRow = {
  cups20: string
  energy: 'electricity' | 'gas'
  tariff_code: string
  power_watts: number[]
  distributor_code: string | null
  postcode: string | null
  municipality_code: string | null
  cadastral_reference: string | null
  self_consumption_code: string
  cnae_code: string | null
  is_company: boolean | null
  last_switch_on: string | null
  is_switching: boolean
  is_cut_off: boolean
  is_contractable: boolean
  extension_right_watts: number | null
}

export type MonthRow = {
  cups20: string
  first_day: string
  last_day: string
  energy_wh: number[]
  demanded_watts: number[]
}

/** The content of a file, determined by the column names in its first line. */
export type RegisterFileKind = 'electricity points' | 'gas points' | 'electricity months' | 'gas months'

/**
 * Distinguishes the four kinds of register files, in the layouts of 2 and of 2026 alike; null for anything else.
 * Source: CNMC, layout of the files of supply points (SIPS).
 */
export function detectFileKind(columns: readonly string[]): RegisterFileKind | null {
  if (!columns.includes('cups')) return null
  if (columns.includes('consumoEnergiaActivaEnWhP1')) return 'electricity months'
  if (columns.includes('consumoEnWhP1')) return 'gas months'
  if (columns.includes('codigoPeajeEnVigor')) return 'gas points'
  return columns.includes('codigoTarifaATREnVigor') ? 'electricity points' : null
}

/** Parses an electricity supply point, or returns why its line is rejected. */
export function readElectricityPoint(line: Line): PointRow | RegisterRefusal {
  const powers = parsePeriods(line, 'potenciasContratadasEnWP')
  const extensionRight = parseWatts(line.valorDerechosExtensionW)
  if (powers === null || extensionRight === null) return 'number_invalid'
  return readPoint(line, {
    energy: 'electricity',
    tariff_code: line.codigoTarifaATREnVigor ?? '',
    power_watts: trimTrailingZeros(powers),
    self_consumption_code: selfConsumptionCode(line),
    extension_right_watts: extensionRight || null,
  })
}

/** Parses a gas supply point, or returns why its line is rejected. */
export function readGasPoint(line: Line): PointRow | RegisterRefusal {
  return readPoint(line, {
    energy: 'gas',
    tariff_code: line.codigoPeajeEnVigor ?? '',
    power_watts: [],
    self_consumption_code: withoutSelfConsumption,
    extension_right_watts: null,
  })
}

/** Parses the consumption of a month, or returns why its line is rejected. */
export function readMonth(line: Line, kind: 'electricity months' | 'gas months'): MonthRow | RegisterRefusal {
  const cups20 = parseCups20(line)
  if (cups20 === null) return 'cups_invalid'
  const [first_day, last_day] = [parseDay(line.fechaInicioMesConsumo), parseDay(line.fechaFinMesConsumo)]
  if (first_day === null || last_day === null || first_day > last_day) return 'dates_invalid'
  const isGas = kind === 'gas months'
  const energy = parsePeriods(line, isGas ? 'consumoEnWhP' : 'consumoEnergiaActivaEnWhP')
  const demanded = isGas ? [] : parsePeriods(line, 'potenciaDemandadaEnWP')
  if (energy === null || demanded === null) return 'number_invalid'
  return {
    cups20,
    first_day,
    last_day,
    energy_wh: isGas ? [sum(energy)] : trimTrailingZeros(energy),
    demanded_watts: trimTrailingZeros(demanded),
  }
}

type EnergyColumns = Pick<
  PointRow,
  'energy' | 'tariff_code' | 'power_watts' | 'self_consumption_code' | 'extension_right_watts'
>

function readPoint(line: Line, own: EnergyColumns): PointRow | RegisterRefusal {
  const cups20 = parseCups20(line)
  if (cups20 === null) return 'cups_invalid'
  if (own.tariff_code === '') return 'tariff_missing'
  const postcode = line.codigoPostalPS ?? ''
  return {
    ...own,
    cups20,
    distributor_code: line.codigoEmpresaDistribuidora || null,
    postcode: isPostcode(postcode) ? postcode : null,
    municipality_code: line.codigoMunicipioPS || line.municipioPS || null,
    cadastral_reference: line.referenciaCatastralPS || null,
    cnae_code: line.cnae || line.CNAE || null,
    is_company: line.tipoPersona ? line.tipoPersona === 'J' : null,
    last_switch_on: parseDay(line.fechaUltimoCambioComercializador),
    is_switching: isYes(line.cambioComercializadorEnCurso),
    is_cut_off: isYes(line.suspensionSuminstroImpago),
    is_contractable: !isNo(line.codigoPSContratable),
  }
}

function parseCups20(line: Line): string | null {
  return parseCups(line.cups ?? '')?.slice(0, 20) ?? null
}

/**
 * `acogimientoAutoconsumo` in the layout of 2026 is only a flag; it is mapped to the code of surplus with compensation.
 */
function selfConsumptionCode(line: Line): string {
  if (line.codigoAutoconsumo) return line.codigoAutoconsumo
  return isYes(line.acogimientoAutoconsumo) ? '41' : '00'
}

/** Returns the values of P1 to P6, with an empty field as zero; null if one is not an integer. */
function parsePeriods(line: Line, prefix: string): number[] | null {
  const values = [1, 2, 3, 4, 5, 6].map((period) => parseWatts(line[`${prefix}${period}`]))
  return values.includes(null) ? null : (values as number[])
}

/** Returns an integer, with an empty field as zero; null if it is none. */
function parseWatts(text = ''): number | null {
  if (text === '') return 0
  return /^\d{1,12}(\.0+)?$/.test(text) ? Number(text) : null
}

/** Removes trailing empty or zero values, which are the periods that a tariff does not have. */
function trimTrailingZeros(values: readonly number[]): number[] {
  return values.slice(0, values.findLastIndex((value) => value > 0) + 1)
}

function parseDay(text: string | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '')?.[1]
  return match !== undefined && !Number.isNaN(Date.parse(match)) ? match : null
}

function isYes(text: string | undefined): boolean {
  return ['1', 'S', 'SI', 'Y', 'TRUE', 'INDICADO'].includes((text ?? '').toUpperCase())
}

function isNo(text: string | undefined): boolean {
  return ['0', 'N', 'NO', 'FALSE'].includes((text ?? '').toUpperCase())
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
