import { creditorFacts, debtorFacts } from '#domains/changes/server/documents/mandate.ts'
import { drawFactSection, drawFacts, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { voices } from '#kit/server/pdf/paper.ts'
import { closeSheet, openSheet, type Sheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawTable, type Row } from '#kit/server/pdf/table.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/text.ts'
import type { StandingPrice } from '#vocabulary/bill.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import { formatDay, formatDecimal, formatEnergy, formatMoney, formatPhone, formatPower } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { withoutSelfConsumption } from '../../contract-rules.ts'
import type { ContractPaper } from './contract-paper.ts'
import type { ContractToDraw } from './contract-to-draw.ts'

/**
 * Draws the draft of a contract as a tagged PDF: who, which supply, which product at which prices, the account, what must be
 * told before anybody is bound (Real Decreto Legislativo 1/2007, art. 60 and 97; Ley 24/2013, art. 44), the form to withdraw,
 * and what signing it means.
 */
export async function drawContract(
  contract: ContractToDraw,
  paper: ContractPaper,
): Promise<{ title: string; content: Buffer }> {
  const { say, locale, brand, retailer } = paper
  const title = say('title', { energy: contract.energy, name: contract.name })
  const lead = say('lead', { retailer: retailer.name })
  const sheet = openSheet({
    language: locale,
    title,
    subject: lead,
    brand,
    createdAt: contract.madeAt,
    footer: retailer.name,
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  drawParagraph(sheet, lead, voices.label)
  drawFactSection(sheet, say('sections.parties'), partyFacts(contract, paper), 2)
  drawFactSection(sheet, say('sections.supply'), supplyFacts(contract, paper), 2)
  drawPrices(sheet, contract, paper)
  drawMandate(sheet, contract, paper)
  drawInformation(sheet, contract, paper)
  drawSignature(sheet, contract, paper)
  drawWithdrawalForm(sheet, contract, paper)
  return { title, content: await closeSheet(sheet) }
}

function partyFacts({ holder }: ContractToDraw, { say, retailer }: ContractPaper): Fact[] {
  return [
    { label: say('facts.holder'), value: namedPerson(holder) },
    { label: say('facts.holderAddress'), value: holder.address },
    ...(holder.signer ? [{ label: say('facts.representative'), value: namedPerson(holder.signer) }] : []),
    {
      label: say('facts.reached'),
      value: [holder.email, holder.phone && formatPhone(holder.phone)].filter(Boolean).join(' · '),
    },
    { label: say('facts.retailer'), value: `${retailer.name} · ${retailer.nif}` },
    { label: say('facts.retailerAddress'), value: retailer.address },
  ]
}

function supplyFacts(contract: ContractToDraw, { say, locale }: ContractPaper): Fact[] {
  const { cups, supplyAddress, tariff, distributor, powerWatts, selfConsumptionCode, product } = contract
  const powers = powerWatts.map((watts, place) => `P${place + 1} ${formatPower(watts, locale)}`).join(' · ')
  return [
    { label: say('facts.cups'), value: cupsGroups(cups).join('\u00a0') },
    { label: say('facts.supplyAddress'), value: supplyAddress },
    { label: say('facts.tariff'), value: tariff },
    { label: say('facts.product'), value: product },
    ...(powers ? [{ label: say('facts.powers'), value: powers }] : []),
    ...(selfConsumptionCode === withoutSelfConsumption
      ? []
      : [{ label: say('facts.selfConsumption'), value: say('selfConsumption', { code: selfConsumptionCode }) }]),
    ...(distributor ? [{ label: say('facts.distributor'), value: distributor }] : []),
  ]
}

function drawPrices(
  sheet: Sheet,
  { prices, year, selfConsumptionCode }: ContractToDraw,
  { say, locale }: ContractPaper,
) {
  drawSection(sheet, say('sections.prices'), 90)
  drawTable(
    sheet,
    [
      { head: say('prices.concept'), share: 3 },
      { head: say('prices.price'), share: 1, align: 'right' },
      { head: say('prices.unit'), share: 1 },
    ],
    prices.kind === 'electricity' ? electricityRows(prices.of) : gasRows(prices.of),
  )
  skip(sheet, 6)
  drawParagraph(sheet, say('prices.note', { day: formatDay(prices.validFrom, locale) }))
  if (year)
    drawParagraph(
      sheet,
      say('prices.estimate', {
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
      ...powerPerKw.map((price, place) =>
        row(say('prices.power', { period: place + 1 }), perYear(price), say('prices.perKwYear')),
      ),
      ...energyEurPerKwh.map((price, place) =>
        row(say('prices.energy', { period: place + 1 }), price, say('prices.perKwh')),
      ),
      ...(surplusEurPerKwh === null ? [] : [row(say('prices.surplus'), surplusEurPerKwh, say('prices.perKwh'))]),
      ...Object.entries(discounts).map(([term, percent]) => row(say('prices.discount', { term }), percent, '%')),
    ]
  }

  function gasRows({ fixed, variableEurPerKwh, discounts }: Extract<typeof prices, { kind: 'gas' }>['of']): Row[] {
    return [
      row(say('prices.fixed'), perYear(fixed), say('prices.perYear')),
      row(say('prices.variable'), variableEurPerKwh, say('prices.perKwh')),
      ...Object.entries(discounts).map(([term, percent]) => row(say('prices.discount', { term }), percent, '%')),
    ]
  }

  function row(name: string, price: string, unit: string): Row {
    return { cells: [name, formatDecimal(price, locale), unit] }
  }
}

function drawMandate(
  sheet: Sheet,
  { name, iban, holder }: ContractToDraw,
  { say, sayOfMandate, retailer }: ContractPaper,
) {
  const mandate = { say: sayOfMandate, retailer }
  const facts = [...creditorFacts(name, mandate), ...debtorFacts({ holder, iban }, mandate)]
  drawFactSection(sheet, say('sections.mandate'), facts, 2)
  skip(sheet, 4)
  drawParagraph(sheet, sayOfMandate('mandate.words', { creditor: retailer.name }))
}

function drawInformation(sheet: Sheet, { isSupplied }: ContractToDraw, { say, retailer }: ContractPaper) {
  const values = { retailer: retailer.name, phone: retailer.phone, email: retailer.email }
  for (const topic of ['start', 'duration', 'bills', 'withdrawal', 'complaints', 'data'] as const) {
    drawSection(sheet, say(`information.${topic}.title`))
    const isOfNewSupply = topic === 'start' && !isSupplied
    drawParagraph(sheet, say(isOfNewSupply ? 'information.start.newSupply' : `information.${topic}.words`, values))
  }
}

function drawSignature(sheet: Sheet, { holder, madeAt }: ContractToDraw, { say, locale, retailer }: ContractPaper) {
  drawSection(sheet, say('sections.signature'), 190)
  drawParagraph(sheet, say('promise', { retailer: retailer.name }))
  skip(sheet, 6)
  drawFacts(
    sheet,
    [
      { label: say('facts.day'), value: formatDay(marketDayOf(madeAt, 'Europe/Madrid'), locale) },
      { label: say('facts.signer'), value: namedPerson(holder.signer ?? holder) },
      { label: say('facts.way'), value: say('electronically', { retailer: retailer.name }) },
    ],
    2,
  )
}

/** The model form of the law, to be sent by whoever changes their mind (Real Decreto Legislativo 1/2007, annex B). */
function drawWithdrawalForm(sheet: Sheet, { name, holder }: ContractToDraw, { say, retailer }: ContractPaper) {
  drawSection(sheet, say('sections.withdrawalForm'), 120)
  drawParagraph(
    sheet,
    say('withdrawalForm', {
      retailer: retailer.name,
      address: retailer.address,
      email: retailer.email,
      name,
      holder: holder.name,
    }),
  )
}

function namedPerson({ name, taxId }: { name: string; taxId: string }): string {
  return `${name} · ${taxId}`
}

function perYear({ per, eur }: StandingPrice): string {
  return per === 'year' ? eur : multiplyDecimals(eur, '365')
}
