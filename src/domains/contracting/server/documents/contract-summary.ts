import type { SummaryPaper } from '#domains/signatures/summary.ts'
import { drawDescriptionList, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { perYear } from './contract-document.ts'
import type { ContractDocumentContext } from './contract-document-context.ts'
import type { ContractDocumentData } from './contract-document-data.ts'

/** Returns the summary of a contract: its main terms in simple words (Real Decreto 88/2026, art. 28.5). */
export function summarizeContract(contract: ContractDocumentData, context: ContractDocumentContext): SummaryPaper {
  const { t, locale } = context
  const {
    holder,
    cups,
    supplyAddress,
    product,
    tariff,
    energy,
    isSupplied,
    year,
    paymentMeans: means,
    switchOn,
  } = contract
  return {
    title: t('summary.title', { name: contract.name }),
    lead: t('summary.lead'),
    facts: [
      { label: t('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
      { label: t('facts.cups'), value: splitCups(cups).join('\u00a0') },
      { label: t('facts.supplyAddress'), value: supplyAddress },
      { label: t('facts.product'), value: `${product} · ${tariff}` },
      ...priceFacts(contract, context),
      ...(year === null
        ? []
        : [
            {
              label: t('summary.year'),
              value: t('summary.yearValue', {
                amount: formatMoney(year.cents, locale),
                energy: formatEnergy(year.wh, locale),
              }),
            },
          ]),
      { label: t('summary.duration'), value: t('summary.durationValue') },
      { label: t('summary.penalty'), value: t('summary.penaltyValue') },
      {
        label: t('summary.start'),
        value: switchOn
          ? t('summary.startChosen', { day: formatDay(switchOn, locale) })
          : t('summary.startValue', { energy: isSupplied ? energy : 'new' }),
      },
      { label: t('summary.payment'), value: t('summary.paymentValue', { means }) },
      { label: t('summary.withdrawal'), value: t('summary.withdrawalValue') },
      { label: t('summary.extras'), value: t('summary.extrasValue') },
    ],
    notes: [t('summary.taxes')],
  }
}

function priceFacts(
  { prices, isDynamic }: ContractDocumentData,
  { t, locale }: ContractDocumentContext,
): LabelledValue[] {
  const perPeriod = (values: readonly string[], unit: string) =>
    `${values.map((value, index) => `P${index + 1} ${formatDecimal(value, locale)}`).join(' · ')} ${unit}`
  if (prices.kind === 'gas') {
    const { fixed, variableEurPerKwh } = prices.of
    return [
      { label: t('summary.fixedPrice'), value: `${formatDecimal(perYear(fixed), locale)} ${t('prices.perYear')}` },
      { label: t('summary.energyPrice'), value: `${formatDecimal(variableEurPerKwh, locale)} ${t('prices.perKwh')}` },
    ]
  }
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh } = prices.of
  return [
    { label: t('summary.powerPrice'), value: perPeriod(powerPerKw.map(perYear), t('prices.perKwYear')) },
    {
      label: t(isDynamic ? 'summary.energyPriceDynamic' : 'summary.energyPrice'),
      value: perPeriod(energyEurPerKwh, t('prices.perKwh')),
    },
    ...(surplusEurPerKwh === null
      ? []
      : [{ label: t('prices.surplus'), value: `${formatDecimal(surplusEurPerKwh, locale)} ${t('prices.perKwh')}` }]),
  ]
}

/** Draws a summary as a tagged PDF of one page, apart from the contract. */
export function drawSummary(
  { title, lead, facts, notes }: SummaryPaper,
  { locale, brand, retailer, t }: ContractDocumentContext,
  createdAt: Date,
): Promise<Buffer> {
  const pdf = openPdfDocument({
    language: locale,
    title,
    subject: lead,
    brand,
    createdAt,
    footer: retailer.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawParagraph(pdf, lead, textStyles.label)
  addSpace(pdf, 10)
  drawDescriptionList(pdf, facts, 1)
  addSpace(pdf, 8)
  for (const note of notes) drawParagraph(pdf, note)
  return closePdfDocument(pdf)
}
