import { creditorFacts, debtorFacts } from '#domains/changes/server/documents/mandate-document.ts'
import { drawDescriptionList, drawFactSection, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import type { StandingCharge } from '#vocabulary/bill.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney, formatPhone, formatPower } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { selfConsumptionKindOf, withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { leavingTerms } from '../../contract-rules.ts'
import { regulatorComparator } from '../../regulator-links.ts'
import type { ContractDocumentContext } from './contract-document-context.ts'
import type { ContractDocumentData } from './contract-document-data.ts'
import { topicsOf } from './contract-points.ts'

/**
 * Draws the draft of a contract as a tagged PDF: the holder, the supply, the product with its prices, the account if it is charged, the
 * mandatory precontractual information (Real Decreto Legislativo 1/2007, art. 60 and 97; Real Decreto 88/2026, art. 30.1), the
 * withdrawal form, and what signing it means.
 */
export async function drawContract(
  contract: ContractDocumentData,
  context: ContractDocumentContext,
): Promise<{ title: string; content: Buffer }> {
  const { t, locale, brand, retailer } = context
  const title = t('title', { energy: contract.energy, name: contract.name })
  const lead = t('lead', { retailer: retailer.name })
  const pdf = openPdfDocument({
    language: locale,
    title,
    subject: lead,
    brand,
    createdAt: contract.madeAt,
    footer: retailer.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawParagraph(pdf, lead, textStyles.label)
  drawFactSection(pdf, t('sections.parties'), partyFacts(contract, context), 2)
  drawFactSection(pdf, t('sections.supply'), supplyFacts(contract, context), 2)
  drawPrices(pdf, contract, context)
  drawMandate(pdf, contract, context)
  drawInformation(pdf, contract, context)
  drawFactSection(pdf, t('sections.care'), context.care, 2)
  drawSignatureSection(pdf, contract, context)
  drawWithdrawalForm(pdf, contract, context)
  return { title, content: await closePdfDocument(pdf) }
}

function partyFacts({ holder }: ContractDocumentData, { t, retailer }: ContractDocumentContext): LabelledValue[] {
  return [
    { label: t('facts.holder'), value: personWithTaxId(holder) },
    { label: t('facts.holderAddress'), value: holder.address },
    ...(holder.signer ? [{ label: t('facts.representative'), value: personWithTaxId(holder.signer) }] : []),
    {
      label: t('facts.reached'),
      value: [holder.email, holder.phone && formatPhone(holder.phone)].filter(Boolean).join(' · '),
    },
    { label: t('facts.retailer'), value: `${retailer.name} · ${retailer.nif}` },
    { label: t('facts.retailerAddress'), value: retailer.address },
  ]
}

function supplyFacts(contract: ContractDocumentData, { t, locale }: ContractDocumentContext): LabelledValue[] {
  const { cups, supplyAddress, tariff, distributor, powerWatts, selfConsumptionCode, product } = contract
  const powers = powerWatts.map((watts, index) => `P${index + 1} ${formatPower(watts, locale)}`).join(' · ')
  return [
    { label: t('facts.cups'), value: splitCups(cups).join('\u00a0') },
    { label: t('facts.supplyAddress'), value: supplyAddress },
    { label: t('facts.tariff'), value: tariff },
    { label: t('facts.product'), value: product },
    ...(powers ? [{ label: t('facts.powers'), value: powers }] : []),
    ...(selfConsumptionCode === withoutSelfConsumption
      ? []
      : [
          {
            label: t('facts.selfConsumption'),
            value: t('selfConsumption', {
              code: selfConsumptionCode,
              kind: selfConsumptionKindOf(selfConsumptionCode),
            }),
          },
        ]),
    ...(distributor ? [{ label: t('facts.distributor'), value: distributor }] : []),
    { label: t('facts.policy'), value: contract.name },
    { label: t('facts.accessPolicy'), value: t('accessPolicyLater') },
    { label: t('facts.cadastralReference'), value: contract.cadastralReference ?? t('notGiven') },
    { label: t('facts.cnae'), value: contract.cnaeCode ?? t('notGiven') },
  ]
}

function drawPrices(
  pdf: PdfDocument,
  { prices, year, isDynamic, selfConsumptionCode }: ContractDocumentData,
  { t, locale }: ContractDocumentContext,
) {
  drawSection(pdf, t('sections.prices'), 90)
  drawTable(
    pdf,
    [
      { head: t('prices.concept'), share: 3 },
      { head: t('prices.price'), share: 1, align: 'right' },
      { head: t('prices.unit'), share: 1 },
    ],
    prices.kind === 'electricity' ? electricityRows(prices.of) : gasRows(prices.of),
  )
  addSpace(pdf, 6)
  drawParagraph(pdf, t('prices.note', { day: formatDay(prices.validFrom, locale) }))
  if (year)
    drawParagraph(
      pdf,
      t('prices.estimate', {
        energy: formatEnergy(year.wh, locale),
        amount: formatMoney(year.cents, locale),
        surplus: selfConsumptionCode === withoutSelfConsumption ? 'no' : 'yes',
      }),
    )

  function electricityRows({
    powerPerKw,
    energyEurPerKwh,
    surplusEurPerKwh,
    discounts,
  }: Extract<typeof prices, { kind: 'electricity' }>['of']): Row[] {
    return [
      ...powerPerKw.map((price, index) =>
        row(t('prices.power', { period: index + 1 }), perYear(price), t('prices.perKwYear')),
      ),
      ...energyEurPerKwh.map((price, index) =>
        row(t(isDynamic ? 'prices.energyDynamic' : 'prices.energy', { period: index + 1 }), price, t('prices.perKwh')),
      ),
      ...(surplusEurPerKwh === null ? [] : [row(t('prices.surplus'), surplusEurPerKwh, t('prices.perKwh'))]),
      ...Object.entries(discounts).map(([term, percent]) => row(t('prices.discount', { term }), percent, '%')),
    ]
  }

  function gasRows({ fixed, variableEurPerKwh, discounts }: Extract<typeof prices, { kind: 'gas' }>['of']): Row[] {
    return [
      row(t('prices.fixed'), perYear(fixed), t('prices.perYear')),
      row(t('prices.variable'), variableEurPerKwh, t('prices.perKwh')),
      ...Object.entries(discounts).map(([term, percent]) => row(t('prices.discount', { term }), percent, '%')),
    ]
  }

  function row(name: string, price: string, unit: string): Row {
    return { cells: [name, formatDecimal(price, locale), unit] }
  }
}

function drawMandate(
  pdf: PdfDocument,
  { name, iban, holder }: ContractDocumentData,
  { t, tMandate, retailer }: ContractDocumentContext,
) {
  if (iban === null) return
  const mandate = { t: tMandate, retailer }
  const facts = [...creditorFacts(name, mandate), ...debtorFacts({ holder, iban }, mandate)]
  drawFactSection(pdf, t('sections.mandate'), facts, 2)
  addSpace(pdf, 4)
  drawParagraph(pdf, tMandate('mandate.text', { creditor: retailer.name }))
}

function drawInformation(
  pdf: PdfDocument,
  contract: ContractDocumentData,
  { t, retailer, locale }: ContractDocumentContext,
) {
  const { energy, isSupplied, paymentMeans: means, switchOn } = contract
  const values = {
    ...{ retailer: retailer.name, phone: retailer.phone, email: retailer.email },
    ...{ energy, leaving: leavingTermsOf(contract), body: retailer.disputeBody || t('disputeBody') },
    ...{ link: regulatorComparator, means },
  }
  for (const topic of topicsOf(energy)) {
    drawSection(pdf, t(`information.${topic}.title`))
    const isOfNewSupply = topic === 'start' && !isSupplied
    drawParagraph(pdf, t(isOfNewSupply ? 'information.start.newSupply' : `information.${topic}.text`, values))
    if (topic === 'modality')
      drawParagraph(pdf, t(`information.modality.${contract.isDynamic ? 'dynamic' : 'stable'}`, values))
    if (topic === 'start' && switchOn)
      drawParagraph(pdf, t('information.start.chosen', { day: formatDay(switchOn, locale) }))
  }
}

function leavingTermsOf({ energy, tariff, holder }: ContractDocumentData) {
  return leavingTerms({ energy, tariff, isCompany: holder.isCompany })
}

function drawSignatureSection(
  pdf: PdfDocument,
  { holder, paymentMeans: means, madeAt }: ContractDocumentData,
  { t, locale, retailer }: ContractDocumentContext,
) {
  drawSection(pdf, t('sections.signature'), 190)
  drawParagraph(pdf, t('promise', { retailer: retailer.name, means }))
  addSpace(pdf, 6)
  drawDescriptionList(
    pdf,
    [
      { label: t('facts.day'), value: formatDay(marketDayOf(madeAt, 'Europe/Madrid'), locale) },
      { label: t('facts.signer'), value: personWithTaxId(holder.signer ?? holder) },
      { label: t('facts.way'), value: t('electronically', { retailer: retailer.name }) },
    ],
    2,
  )
}

/** Draws the statutory withdrawal form (Real Decreto Legislativo 1/2007, annex B). */
function drawWithdrawalForm(
  pdf: PdfDocument,
  { name, holder }: ContractDocumentData,
  { t, retailer }: ContractDocumentContext,
) {
  drawSection(pdf, t('sections.withdrawalForm'), 120)
  drawParagraph(
    pdf,
    t('withdrawalForm', {
      retailer: retailer.name,
      address: retailer.address,
      email: retailer.email,
      name,
      holder: holder.name,
    }),
  )
}

function personWithTaxId({ name, taxId }: { name: string; taxId: string }): string {
  return `${name} · ${taxId}`
}

/** Converts a charge per day to one per year. */
export function perYear({ per, eur }: StandingCharge): string {
  return per === 'year' ? eur : multiplyDecimals(eur, '365')
}
