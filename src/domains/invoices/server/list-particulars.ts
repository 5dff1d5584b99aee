import type { LabelledValue } from '#kit/server/pdf/description-list.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney, formatPhone, formatPower } from '#vocabulary/format.ts'
import { selfConsumptionKindOf } from '#vocabulary/self-consumption.ts'
import type { ParticularFact } from '../invoice-particular.ts'
import type { DocumentContext } from './document-context.ts'
import type { BilledReading, BilledReadings, InvoiceDocument, Particulars } from './invoice-document-model.ts'

/** What an invoice tells, with its label, and what it is about. */
export type Particular = LabelledValue & { fact: ParticularFact }

type Row = [label: string, value: string | null, fact?: ParticularFact]

/** Returns what an invoice tells of its meter and its contract, each with its label; what is not known is left out. */
export function listParticulars(particulars: Particulars, context: DocumentContext): Particular[] {
  const { locale, t } = context
  const { meterNumber, readings, accessContract, nextPricesOn, energyOrigin } = particulars
  const rows: Row[] = [
    [t('facts.meterNumber'), meterNumber],
    [t('facts.readingFrom'), readings && formatReading(readings.from, readings, context)],
    [t('facts.readingTo'), readings && formatReading(readings.to, readings, context)],
    [t('facts.gasVolume'), readings && formatVolume(readings, context)],
    [t('facts.highestPower'), formatHighest(particulars, context)],
    [t('facts.accessCosts'), formatAccessCosts(particulars, context)],
    ...listSelfConsumption(particulars, context),
    [t('facts.accessContract'), accessContract],
    [t('facts.contractEnd'), formatEnd(particulars, context)],
    [t('facts.penalty'), formatPenalty(particulars, context)],
    [t('facts.nextRevision'), nextPricesOn && formatDay(nextPricesOn, locale)],
    [t('facts.energyOrigin'), energyOrigin],
  ]
  return rows.flatMap(([label, value, fact = 'other']) => (value === null ? [] : [{ fact, label, value }]))
}

/** Returns whom to call in a power cut, if it is known. */
export function listBreakdownFacts({ supply }: InvoiceDocument, { t }: DocumentContext): Particular[] {
  const { name, breakdownPhone } = supply.distributor
  return breakdownPhone === null
    ? []
    : [{ fact: 'other', label: t('facts.breakdown'), value: `${formatPhone(breakdownPhone)} · ${name}` }]
}

function formatReading(reading: BilledReading, { unit }: BilledReadings, { locale, t }: DocumentContext): string {
  const { registers, date, is_estimated } = reading
  const values = registers.map((value, index) => {
    const number = formatDecimal(String(value), locale)
    return registers.length === 1 ? number : `P${index + 1}\u00a0${number}`
  })
  return t(is_estimated ? 'particulars.estimated' : 'particulars.actual', {
    day: formatDay(date, locale),
    registers: `${values.join(' · ')}\u00a0${unit === 'm3' ? 'm³' : unit}`,
  })
}

function formatVolume({ unit, from, to, factor, calorific }: BilledReadings, { locale, t }: DocumentContext) {
  if (unit === 'kWh' || factor === null) return null
  const cubicMetres = (to.registers[0]! - from.registers[0]!).toFixed(3)
  const volume = t('particulars.volume', {
    volume: formatDecimal(cubicMetres, locale),
    factor: formatDecimal(String(factor), locale),
  })
  if (calorific === null) return volume
  return `${volume} · ${t('particulars.calorific', { value: formatDecimal(String(calorific), locale) })}`
}

function formatHighest({ highestWatts }: Particulars, { locale }: DocumentContext): string | null {
  if (!highestWatts) return null
  return highestWatts.map((watts, index) => `P${index + 1}\u00a0${formatPower(watts, locale)}`).join(' · ')
}

function formatAccessCosts({ accessCosts }: Particulars, { locale, t }: DocumentContext): string | null {
  if (!accessCosts) return null
  const { totalCents, chargesCents } = accessCosts
  if (chargesCents === null) return formatMoney(totalCents, locale)
  return t('particulars.tollsAndCharges', {
    tolls: formatMoney(totalCents - chargesCents, locale),
    charges: formatMoney(chargesCents, locale),
  })
}

function listSelfConsumption({ selfConsumption }: Particulars, { locale, t }: DocumentContext): Row[] {
  if (!selfConsumption) return []
  const { code, cau, compensatedWh } = selfConsumption
  const type = t('particulars.selfConsumptionType', { code, kind: selfConsumptionKindOf(code) })
  const energy = compensatedWh > 0 ? formatEnergy(compensatedWh, locale) : null
  return [
    [t('facts.selfConsumptionType'), type, 'self_consumption_type'],
    [t('facts.selfConsumptionCode'), cau, 'self_consumption_code'],
    [t('facts.compensatedEnergy'), energy, 'self_consumption_energy'],
  ]
}

function formatEnd({ endsOn, renewsOn }: Particulars, { locale, t }: DocumentContext): string {
  if (endsOn) return t('particulars.endsOn', { day: formatDay(endsOn, locale) })
  return renewsOn ? t('particulars.renewsOn', { day: formatDay(renewsOn, locale) }) : t('particulars.openEnd')
}

function formatPenalty({ penalty }: Particulars, { locale, t }: DocumentContext): string {
  if (!penalty) return t('particulars.noPenalty')
  const percent = formatDecimal(penalty.percent, locale)
  return t('particulars.penalty', { percent, day: formatDay(penalty.endsOn, locale) })
}
