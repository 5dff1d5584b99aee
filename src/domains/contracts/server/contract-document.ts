import type { Locale } from '#kit/locale.ts'
import { drawFactSection, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type PaperBrand, voices } from '#kit/server/pdf/paper.ts'
import { closeSheet, openSheet, type Sheet } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/text.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatDay, formatPhone } from '#vocabulary/format.ts'
import { maskedIban } from '#vocabulary/iban.ts'
import type texts from '../texts/es.json'
import { drawPrices } from './contract-prices.ts'
import type { ContractDocument } from './contract-to-draw.ts'

/** In which language and look the document is drawn; `say` gives its words, the `document` texts of contracts. */
export type ContractPaper = {
  locale: Locale
  brand: PaperBrand
  say: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/** Draws a contract as a tagged PDF: who made it, for which supply, at which prices, and how it is paid. */
export function drawContract(contract: ContractDocument, paper: ContractPaper): Promise<Buffer> {
  const sheet = openContract(contract, paper)
  drawGroup(sheet, paper.say('sections.parties'), partyFacts(contract, paper))
  drawGroup(sheet, paper.say('sections.supply'), supplyFacts(contract, paper))
  drawSection(sheet, paper.say('sections.prices'), 120)
  drawPrices(sheet, contract, paper)
  drawGroup(sheet, paper.say('sections.payment'), paymentFacts(contract, paper))
  drawGroup(sheet, paper.say('sections.contact'), contactFacts(contract, paper))
  return closeSheet(sheet)
}

function openContract(contract: ContractDocument, paper: ContractPaper): Sheet {
  const { locale, brand, say } = paper
  const { name, energy, asOf, retailer } = contract
  const title = say('title', { name, energy })
  const standing = standingSentence(contract, paper)
  const sheet = openSheet({
    language: locale,
    title,
    subject: standing,
    brand,
    createdAt: new Date(asOf),
    footer: retailer.name,
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  drawParagraph(sheet, standing, voices.label)
  return sheet
}

/** Since when it holds, or until when it did, as it stands on the day of the document. */
function standingSentence(contract: ContractDocument, { locale, say }: ContractPaper): string {
  const { standing, signedOn, startsOn, endsOn, asOf } = contract
  const sentences = [
    say(`standings.${standing}`),
    ...(signedOn ? [say('signed', { day: formatDay(signedOn, locale) })] : []),
    ...(startsOn ? [say('starts', { day: formatDay(startsOn, locale) })] : []),
    ...(endsOn ? [say('ends', { day: formatDay(endsOn, locale) })] : []),
    say('asOf', { day: formatDay(asOf, locale) }),
  ]
  return sentences.join(' ')
}

/** A section of facts; what is not known is left out, and with it a section without any. */
function drawGroup(sheet: Sheet, title: string, facts: [label: string, value: string | null][]) {
  const known = facts.flatMap(([label, value]): Fact[] => (value ? [{ label, value }] : []))
  if (known.length === 0) return
  drawFactSection(sheet, title, known, 2)
}

function partyFacts({ holder, payer, retailer }: ContractDocument, { say }: ContractPaper): [string, string | null][] {
  return [
    [say('facts.holder'), `${holder.name} · ${holder.taxId}`],
    [say('facts.retailer'), retailer.name],
    [say('facts.payer'), `${payer.name} · ${payer.taxId}`],
    [say('facts.fiscalAddress'), payer.address],
  ]
}

function supplyFacts(contract: ContractDocument, { say }: ContractPaper): [string, string | null][] {
  const { cups, address, cadastralReference, tariff, distributor, distributorReference } = contract.supply
  return [
    [say('facts.address'), address],
    [say('facts.cups'), cupsGroups(cups).join('\u00a0')],
    [say('facts.tariff'), tariff],
    [say('facts.cadastralReference'), cadastralReference],
    [say('facts.distributor'), distributor?.name ?? null],
    [say('facts.distributorReference'), distributorReference],
    [say('facts.breakdown'), written(distributor?.breakdownPhone)],
    ...(contract.energy === 'gas'
      ? [
          [say('facts.pressure'), contract.pressure] as [string, string | null],
          [say('facts.flowRate'), contract.flowRate] as [string, string | null],
        ]
      : []),
  ]
}

function paymentFacts(contract: ContractDocument, { say }: ContractPaper): [string, string | null][] {
  const { iban, delivery, notification } = contract
  return [
    [say('facts.account'), iban ? maskedIban(iban).replaceAll(' ', '\u00a0') : say('noAccount')],
    [say('facts.delivery'), say(`delivery.${delivery}`)],
    [say('facts.notification'), `${notification.name} · ${notification.address}`],
    [say('facts.reach'), [notification.email, written(notification.phone)].filter(Boolean).join(' · ')],
  ]
}

function contactFacts({ retailer }: ContractDocument, { say }: ContractPaper): [string, string | null][] {
  return [
    [say('facts.phone'), [written(retailer.phone), retailer.schedule].filter(Boolean).join(' · ')],
    [say('facts.email'), retailer.email],
  ]
}

function written(phone: string | null | undefined): string | null {
  return phone ? formatPhone(phone) : null
}
