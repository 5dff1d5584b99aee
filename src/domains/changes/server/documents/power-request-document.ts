import { drawParagraph, drawSection } from '#kit/server/pdf/headings-and-paragraphs.ts'
import type { PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { addSpace } from '#kit/server/pdf/pdf-document.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal, formatMoney, formatPower } from '#vocabulary/format.ts'
import type { Cents } from '#vocabulary/money.ts'
import { kwFromWatts } from '#vocabulary/power.ts'
import type { PowerCostLine, PowerCosts, TariffPrices } from '../../power-costs.ts'
import { drawRequest, type RequestDocumentContext, type RequestDocumentInput } from './request-document.ts'

type RequestedPower = {
  powerWatts: readonly number[]
  phone: string
  costs: PowerCosts
  /** The last day on which the distributor may reject the change, which the signer knows; null where it may not. */
  earlyUntil: MarketDay | null
  /** The access tariff that the contract changes to, with the product's prices there where they are known. */
  tariff: { name: string; prices: TariffPrices | null } | null
}

/** Draws the request for other contracted powers, with the present ones and the cost of the change. */
export function drawPowerRequest(document: RequestDocumentInput<RequestedPower>, context: RequestDocumentContext) {
  const { contract, requested } = document
  const { t, retailer } = context
  const { distributor } = contract.supply
  return drawRequest(
    document,
    {
      title: t('power.title', { name: contract.name }),
      lead: t('power.lead', { retailer: retailer.name }),
      draw: (pdf) => {
        drawSection(pdf, t('power.powers'), 60)
        drawPowers(pdf, document, context)
        if (requested.tariff) drawTariff(pdf, contract.tariff, requested.tariff, context)
        drawSection(pdf, t('power.costs'), 90)
        drawCosts(pdf, requested.costs, context)
        addSpace(pdf, 6)
        drawParagraph(pdf, t(requested.costs.tax ? 'power.costsNote' : 'power.costsNoteWithoutTax'))
        addSpace(pdf, 4)
        drawParagraph(pdf, t('power.phone', { phone: requested.phone }))
        if (requested.earlyUntil)
          drawParagraph(pdf, t('power.early', { day: formatDay(requested.earlyUntil, context.locale) }))
      },
      promise: t('power.promise', { retailer: retailer.name, distributor: distributor ?? t('theDistributor') }),
    },
    context,
  )
}

function drawPowers(
  pdf: PdfDocument,
  { contract, requested }: RequestDocumentInput<RequestedPower>,
  { t, locale }: RequestDocumentContext,
) {
  const count = Math.max(contract.powerWatts.length, requested.powerWatts.length)
  drawTable(
    pdf,
    [
      { head: t('power.period'), share: 2 },
      { head: t('power.present'), share: 1, align: 'right' },
      { head: t('power.asked'), share: 1, align: 'right' },
    ],
    Array.from({ length: count }, (_, index) => ({
      cells: [
        `P${index + 1}`,
        formatPower(contract.powerWatts[index] ?? null, locale),
        formatPower(requested.powerWatts[index] ?? null, locale),
      ],
    })),
  )
}

function drawTariff(
  pdf: PdfDocument,
  present: string,
  { name, prices }: NonNullable<RequestedPower['tariff']>,
  { t, locale }: RequestDocumentContext,
) {
  drawSection(pdf, t('power.tariff'), 90)
  const values = { present, name, count: name === '2.0TD' ? 3 : 6 }
  drawParagraph(pdf, t(prices ? 'power.tariffText' : 'power.tariffWithoutPrices', values))
  if (!prices) return
  drawTable(
    pdf,
    [
      { head: t('power.period'), share: 2 },
      { head: t('power.powerPrice'), share: 1, align: 'right' },
      { head: t('power.energyPrice'), share: 1, align: 'right' },
    ],
    prices.eurPerKwh.map((energy, index) => ({
      cells: [
        `P${index + 1}`,
        formatDecimal(prices.eurPerKwYear[index] ?? null, locale),
        formatDecimal(energy, locale),
      ],
    })),
  )
}

function drawCosts(
  pdf: PdfDocument,
  { lines, electricityTax, tax, totalCents }: PowerCosts,
  { t, locale }: RequestDocumentContext,
) {
  const lineName = (line: PowerCostLine) =>
    'addedWatts' in line
      ? t(`power.lines.${line.kind}`, {
          power: formatDecimal(kwFromWatts(line.addedWatts), locale),
          price: formatDecimal(line.eurPerKw, locale, { decimals: 2 }),
        })
      : t(`power.lines.${line.kind}`)
  const percentOf = ({ percent }: { percent: Decimal }) => ({ percent: formatDecimal(percent, locale) })
  const taxRow = (name: string, { amountCents }: { amountCents: Cents }): Row => ({
    cells: [name, formatMoney(amountCents, locale)],
  })
  const rows: Row[] = [
    ...lines.map((line) => ({ cells: [lineName(line), formatMoney(line.amountCents, locale)] })),
    ...(electricityTax ? [taxRow(t('power.electricityTax', percentOf(electricityTax)), electricityTax)] : []),
    ...(tax ? [taxRow(t('power.tax', { kind: tax.kind, ...percentOf(tax) }), tax)] : []),
    { cells: [t(tax ? 'power.total' : 'power.totalWithoutTax'), formatMoney(totalCents, locale)], kind: 'total' },
  ]
  const columns = [
    { head: t('power.concept'), share: 3 },
    { head: t('power.amount'), share: 1, align: 'right' as const },
  ]
  drawTable(pdf, columns, rows)
}
