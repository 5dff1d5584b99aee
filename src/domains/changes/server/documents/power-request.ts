import type { Sheet } from '#kit/server/pdf/sheet.ts'
import { skip } from '#kit/server/pdf/sheet.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import { drawParagraph, drawSection } from '#kit/server/pdf/text.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { formatDecimal, formatMoney, formatPower } from '#vocabulary/format.ts'
import type { Cents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import type { PowerCostLine, PowerCosts, TariffPrices } from '../../power-costs.ts'
import { type DocumentOf, drawRequest, type RequestPaper } from './request-sheet.ts'

type AskedPower = {
  powerWatts: readonly number[]
  phone: string
  costs: PowerCosts
  /** The access tariff that it changes to, with what the product costs there, where that is known. */
  tariff: { name: string; prices: TariffPrices | null } | null
}

/** The request of other contracted powers, with what they are now and what the change costs. */
export function drawPowerRequest(document: DocumentOf<AskedPower>, paper: RequestPaper) {
  const { contract, asked } = document
  const { say, retailer } = paper
  const { distributor } = contract.supply
  return drawRequest(
    document,
    {
      title: say('power.title', { name: contract.name }),
      lead: say('power.lead', { retailer: retailer.name }),
      draw: (sheet) => {
        drawSection(sheet, say('power.powers'), 60)
        drawPowers(sheet, document, paper)
        if (asked.tariff) drawTariff(sheet, contract.tariff, asked.tariff, paper)
        drawSection(sheet, say('power.costs'), 90)
        drawCosts(sheet, asked.costs, paper)
        skip(sheet, 6)
        drawParagraph(sheet, say(asked.costs.tax ? 'power.costsNote' : 'power.costsNoteWithoutTax'))
        skip(sheet, 4)
        drawParagraph(sheet, say('power.phone', { phone: asked.phone }))
      },
      promise: say('power.promise', { retailer: retailer.name, distributor: distributor ?? say('theDistributor') }),
    },
    paper,
  )
}

function drawPowers(sheet: Sheet, { contract, asked }: DocumentOf<AskedPower>, { say, locale }: RequestPaper) {
  const count = Math.max(contract.powerWatts.length, asked.powerWatts.length)
  drawTable(
    sheet,
    [
      { head: say('power.period'), share: 2 },
      { head: say('power.present'), share: 1, align: 'right' },
      { head: say('power.asked'), share: 1, align: 'right' },
    ],
    Array.from({ length: count }, (_, place) => ({
      cells: [
        `P${place + 1}`,
        formatPower(contract.powerWatts[place] ?? null, locale),
        formatPower(asked.powerWatts[place] ?? null, locale),
      ],
    })),
  )
}

function drawTariff(
  sheet: Sheet,
  present: string,
  { name, prices }: NonNullable<AskedPower['tariff']>,
  { say, locale }: RequestPaper,
) {
  drawSection(sheet, say('power.tariff'), 90)
  const told = { present, name, count: name === '2.0TD' ? 3 : 6 }
  drawParagraph(sheet, say(prices ? 'power.tariffWords' : 'power.tariffWithoutPrices', told))
  if (!prices) return
  drawTable(
    sheet,
    [
      { head: say('power.period'), share: 2 },
      { head: say('power.powerPrice'), share: 1, align: 'right' },
      { head: say('power.energyPrice'), share: 1, align: 'right' },
    ],
    prices.eurPerKwh.map((energy, place) => ({
      cells: [
        `P${place + 1}`,
        formatDecimal(prices.eurPerKwYear[place] ?? null, locale),
        formatDecimal(energy, locale),
      ],
    })),
  )
}

function drawCosts(
  sheet: Sheet,
  { lines, electricityTax, tax, totalCents }: PowerCosts,
  { say, locale }: RequestPaper,
) {
  const lineName = (line: PowerCostLine) =>
    line.kind === 'hook_up'
      ? say('power.lines.hook_up')
      : say(`power.lines.${line.kind}`, {
          power: formatDecimal(kwFromWatts(line.addedWatts), locale),
          price: formatDecimal(line.eurPerKw, locale, { decimals: 2 }),
        })
  const percentOf = ({ percent }: { percent: Decimal }) => ({ percent: formatDecimal(percent, locale) })
  const taxRow = (name: string, { amountCents }: { amountCents: Cents }): Row => ({
    cells: [name, formatMoney(amountCents, locale)],
  })
  const rows: Row[] = [
    ...lines.map((line) => ({ cells: [lineName(line), formatMoney(line.amountCents, locale)] })),
    ...(electricityTax ? [taxRow(say('power.electricityTax', percentOf(electricityTax)), electricityTax)] : []),
    ...(tax ? [taxRow(say('power.tax', { kind: tax.kind, ...percentOf(tax) }), tax)] : []),
    { cells: [say(tax ? 'power.total' : 'power.totalWithoutTax'), formatMoney(totalCents, locale)], kind: 'total' },
  ]
  const columns = [
    { head: say('power.concept'), share: 3 },
    { head: say('power.amount'), share: 1, align: 'right' as const },
  ]
  drawTable(sheet, columns, rows)
}
