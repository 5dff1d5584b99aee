import { parseCups } from '#vocabulary/cups.ts'
import { isPostcode } from '#vocabulary/postcode.ts'

/** Why a line of a register file stays out. */
export type RegisterRefusal = 'line_broken' | 'cups_invalid' | 'tariff_missing' | 'dates_invalid' | 'number_invalid'

/** A line of the file by the names of its columns. */
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
}

export type MonthRow = {
  cups20: string
  first_day: string
  last_day: string
  energy_wh: number[]
  demanded_watts: number[]
}

/** What a file holds, by the columns that it names in its first line. */
export type RegisterFileKind = 'electricity points' | 'gas points' | 'electricity months' | 'gas months'

/**
 * Tells the four kinds of files of the register apart, the layouts of 2 and of 2026 alike; null for anything else.
 * Source: CNMC, layout of the files of supply points (SIPS).
 */
export function registerFileKind(columns: readonly string[]): RegisterFileKind | null {
  if (!columns.includes('cups')) return null
  if (columns.includes('consumoEnergiaActivaEnWhP1')) return 'electricity months'
  if (columns.includes('consumoEnWhP1')) return 'gas months'
  if (columns.includes('codigoPeajeEnVigor')) return 'gas points'
  return columns.includes('codigoTarifaATREnVigor') ? 'electricity points' : null
}

/** A supply point of electricity, or why its line stays out. */
export function readElectricityPoint(line: Line): PointRow | RegisterRefusal {
  const powers = periods(line, 'potenciasContratadasEnWP')
  if (powers === null) return 'number_invalid'
  return readPoint(line, {
    energy: 'electricity',
    tariff_code: line.codigoTarifaATREnVigor ?? '',
    power_watts: withoutTail(powers),
    self_consumption_code: selfConsumptionCode(line),
  })
}

/** A supply point of gas, or why its line stays out. */
export function readGasPoint(line: Line): PointRow | RegisterRefusal {
  return readPoint(line, {
    energy: 'gas',
    tariff_code: line.codigoPeajeEnVigor ?? '',
    power_watts: [],
    self_consumption_code: '00',
  })
}

/** What was used in a month, or why its line stays out. */
export function readMonth(line: Line, kind: 'electricity months' | 'gas months'): MonthRow | RegisterRefusal {
  const cups20 = cups20Of(line)
  if (cups20 === null) return 'cups_invalid'
  const [first_day, last_day] = [dayIn(line.fechaInicioMesConsumo), dayIn(line.fechaFinMesConsumo)]
  if (first_day === null || last_day === null || first_day > last_day) return 'dates_invalid'
  const isGas = kind === 'gas months'
  const energy = periods(line, isGas ? 'consumoEnWhP' : 'consumoEnergiaActivaEnWhP')
  const demanded = isGas ? [] : periods(line, 'potenciaDemandadaEnWP')
  if (energy === null || demanded === null) return 'number_invalid'
  return {
    cups20,
    first_day,
    last_day,
    energy_wh: isGas ? [sum(energy)] : withoutTail(energy),
    demanded_watts: withoutTail(demanded),
  }
}

type OfEnergy = Pick<PointRow, 'energy' | 'tariff_code' | 'power_watts' | 'self_consumption_code'>

function readPoint(line: Line, own: OfEnergy): PointRow | RegisterRefusal {
  const cups20 = cups20Of(line)
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
    last_switch_on: dayIn(line.fechaUltimoCambioComercializador),
    is_switching: isYes(line.cambioComercializadorEnCurso),
    is_cut_off: isYes(line.suspensionSuminstroImpago),
    is_contractable: !isNo(line.codigoPSContratable),
  }
}

function cups20Of(line: Line): string | null {
  return parseCups(line.cups ?? '')?.slice(0, 20) ?? null
}

/** `acogimientoAutoconsumo` of 2026 says only whether; the code that stands for it is that of surplus with compensation. */
function selfConsumptionCode(line: Line): string {
  if (line.codigoAutoconsumo) return line.codigoAutoconsumo
  return isYes(line.acogimientoAutoconsumo) ? '41' : '00'
}

/** The values of P1 to P6, an empty field being none; null where one is no whole number. */
function periods(line: Line, prefix: string): number[] | null {
  const values = [1, 2, 3, 4, 5, 6].map((period) => {
    const text = line[`${prefix}${period}`] ?? ''
    if (text === '') return 0
    return /^\d{1,12}(\.0+)?$/.test(text) ? Number(text) : null
  })
  return values.includes(null) ? null : (values as number[])
}

/** Periods that a tariff has not are empty or zero at the end of the line. */
function withoutTail(values: readonly number[]): number[] {
  return values.slice(0, values.findLastIndex((value) => value > 0) + 1)
}

function dayIn(text: string | undefined): string | null {
  const found = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '')?.[1]
  return found !== undefined && !Number.isNaN(Date.parse(found)) ? found : null
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
