import { drawParagraph } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import type { StandingCharge } from '#vocabulary/bill.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal, formatPower } from '#vocabulary/format.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ContractDocument } from './contract-document-model.ts'
import type { ContractReportContext } from './draw-contract.ts'

type ContractOfEnergy<Energy> = Extract<ContractDocument, { energy: Energy }>

/** Draws the contracted prices before taxes: power and energy by period, or the two terms of gas. */
export function drawPrices(pdf: PdfDocument, contract: ContractDocument, context: ContractReportContext) {
  const { locale, t } = context
  drawParagraph(pdf, contract.product, textStyles.value)
  addSpace(pdf, 4)
  const rows = contract.energy === 'electricity' ? electricityRows(contract, context) : gasRows(contract, context)
  drawTable(
    pdf,
    [
      { head: t('columns.term'), share: 46 },
      { head: t('columns.contracted'), share: 20, align: 'right' },
      { head: t('columns.price'), share: 34, align: 'right' },
    ],
    rows,
  )
  addSpace(pdf, 6)
  const { prices } = contract
  const note = prices ? t('pricesSince', { day: formatDay(prices.validFrom, locale) }) : t('pricesElsewhere')
  drawParagraph(pdf, note, textStyles.note)
}

function electricityRows(
  { powerWatts, prices }: ContractOfEnergy<'electricity'>,
  context: ContractReportContext,
): Row[] {
  const { locale, t } = context
  const energy = prices?.energyEurPerKwh ?? []
  const surplus = prices?.surplusEurPerKwh ?? null
  return [
    { kind: 'group', cells: [t('terms.power'), '', ''] },
    ...powerWatts.map((watts, index) => ({
      cells: [
        periodName(index, powerWatts.length, context),
        formatPower(watts, locale),
        formatStandingPrice(prices?.powerPerKw[index], 'perKw', context),
      ],
    })),
    ...discountRows(prices?.discounts.power, context),
    ...(energy.length > 0 ? [{ kind: 'group', cells: [t('terms.energy'), '', ''] } as const] : []),
    ...energy.map((price, index) => ({
      cells: [periodName(index, energy.length, context), '', formatEnergyPrice(price, context)],
    })),
    ...discountRows(prices?.discounts.energy, context),
    ...(surplus === null ? [] : [{ cells: [t('terms.surplus'), '', formatEnergyPrice(surplus, context)] }]),
  ]
}

function gasRows({ prices }: ContractOfEnergy<'gas'>, context: ContractReportContext): Row[] {
  const { t } = context
  return [
    { cells: [t('terms.gasFixed'), '', formatStandingPrice(prices?.fixed, 'perSupply', context)] },
    ...discountRows(prices?.discounts.gas_fixed, context),
    { cells: [t('terms.gasVariable'), '', prices ? formatEnergyPrice(prices.variableEurPerKwh, context) : missing] },
    ...discountRows(prices?.discounts.gas_variable, context),
  ]
}

/** Returns the discount of the product on the prices above it, in percent. */
function discountRows(percent: Decimal | undefined, { locale, t }: ContractReportContext): Row[] {
  return percent === undefined
    ? []
    : [{ cells: [t('terms.discount'), '', `−${formatDecimal(percent, locale)}\u00a0%`] }]
}

const missing = '—'

function formatStandingPrice(
  price: StandingCharge | undefined,
  unitKey: 'perKw' | 'perSupply',
  { locale, t }: ContractReportContext,
): string {
  return price ? t(`${unitKey}.${price.per}`, { price: formatDecimal(price.eur, locale) }) : missing
}

function formatEnergyPrice(eurPerKwh: Decimal, { locale, t }: ContractReportContext): string {
  return t('perKwh', { price: formatDecimal(eurPerKwh, locale) })
}

function periodName(index: number, periodCount: number, { t }: ContractReportContext): string {
  const word = periodNameOf((index + 1) as Period, periodCount)
  return word ? t(`periods.${word}`) : `P${index + 1}`
}
