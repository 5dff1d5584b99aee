import { voices } from '#kit/server/pdf/paper.ts'
import { type Sheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import { drawParagraph } from '#kit/server/pdf/text.ts'
import type { StandingPrice } from '#vocabulary/bill.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal, formatPower } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ContractPaper } from './contract-document.ts'
import type { ContractDocument } from './contract-to-draw.ts'

type Contract<Energy> = Extract<ContractDocument, { energy: Energy }>

/** Draws what was contracted at which price, before taxes: power and energy by period, or the two terms of gas. */
export function drawPrices(sheet: Sheet, contract: ContractDocument, paper: ContractPaper) {
  const { locale, say } = paper
  drawParagraph(sheet, contract.product, voices.fact)
  skip(sheet, 4)
  const rows = contract.energy === 'electricity' ? electricityRows(contract, paper) : gasRows(contract, paper)
  drawTable(
    sheet,
    [
      { head: say('columns.term'), share: 46 },
      { head: say('columns.contracted'), share: 20, align: 'right' },
      { head: say('columns.price'), share: 34, align: 'right' },
    ],
    rows,
  )
  skip(sheet, 6)
  const { prices } = contract
  const note = prices ? say('pricesSince', { day: formatDay(prices.validFrom, locale) }) : say('pricesElsewhere')
  drawParagraph(sheet, note, voices.note)
}

function electricityRows({ powerWatts, prices }: Contract<'electricity'>, paper: ContractPaper): Row[] {
  const { locale, say } = paper
  const energy = prices?.energyEurPerKwh ?? []
  const surplus = prices?.surplusEurPerKwh ?? null
  return [
    { kind: 'group', cells: [say('terms.power'), '', ''] },
    ...powerWatts.map((watts, index) => ({
      cells: [
        periodName(index, powerWatts.length, paper),
        formatPower(watts, locale),
        standingPrice(prices?.powerPerKw[index], 'perKw', paper),
      ],
    })),
    ...discountRows(prices?.discounts.power, paper),
    ...(energy.length > 0 ? [{ kind: 'group', cells: [say('terms.energy'), '', ''] } as const] : []),
    ...energy.map((price, index) => ({
      cells: [periodName(index, energy.length, paper), '', energyPrice(price, paper)],
    })),
    ...discountRows(prices?.discounts.energy, paper),
    ...(surplus === null ? [] : [{ cells: [say('terms.surplus'), '', energyPrice(surplus, paper)] }]),
  ]
}

function gasRows({ prices }: Contract<'gas'>, paper: ContractPaper): Row[] {
  const { say } = paper
  return [
    { cells: [say('terms.gasFixed'), '', standingPrice(prices?.fixed, 'perSupply', paper)] },
    ...discountRows(prices?.discounts.gas_fixed, paper),
    { cells: [say('terms.gasVariable'), '', prices ? energyPrice(prices.variableEurPerKwh, paper) : missing] },
    ...discountRows(prices?.discounts.gas_variable, paper),
  ]
}

/** What the product takes off the prices above it, in percent. */
function discountRows(percent: Decimal | undefined, { locale, say }: ContractPaper): Row[] {
  return percent === undefined
    ? []
    : [{ cells: [say('terms.discount'), '', `−${formatDecimal(percent, locale)}\u00a0%`] }]
}

const missing = '—'

function standingPrice(
  price: StandingPrice | undefined,
  what: 'perKw' | 'perSupply',
  { locale, say }: ContractPaper,
): string {
  return price ? say(`${what}.${price.per}`, { price: formatDecimal(price.eur, locale) }) : missing
}

function energyPrice(eurPerKwh: Decimal, { locale, say }: ContractPaper): string {
  return say('perKwh', { price: formatDecimal(eurPerKwh, locale) })
}

function periodName(index: number, periodCount: number, { say }: ContractPaper): string {
  const word = periodWord((index + 1) as Period, periodCount)
  return word ? say(`periods.${word}`) : `P${index + 1}`
}
