import type { Locale } from '#kit/locale.ts'
import { drawFactSection, drawFacts, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { type PaperBrand, voices } from '#kit/server/pdf/paper.ts'
import { closeSheet, openSheet, type Sheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawSection, drawTitle } from '#kit/server/pdf/text.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatDay } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type texts from '../../texts/es.json'
import type { ContractToChange } from '../find-contract.ts'

/** In which language and look a request is drawn, and whom it is addressed to; `say` gives its words. */
export type RequestPaper = {
  locale: Locale
  brand: PaperBrand
  retailer: { name: string; nif: string; address: string; sepaSuffix: string }
  say: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/** What is asked for, of which contract and when. */
export type DocumentOf<Asked> = { contract: ContractToChange; asked: Asked; now: Date }

type RequestSheet = { title: string; lead: string; draw: (sheet: Sheet) => void; promise: string }

/**
 * Draws a document to be signed as a tagged PDF: what is asked for, by whom, for which contract, in the words of `draw`, and
 * what signing it means.
 */
export function drawRequest(
  { contract, now }: DocumentOf<unknown>,
  { title, lead, draw, promise }: RequestSheet,
  paper: RequestPaper,
): Promise<{ title: string; content: Buffer }> {
  const { say, locale, brand, retailer } = paper
  const sheet = openSheet({
    language: locale,
    title,
    subject: lead,
    brand,
    createdAt: now,
    footer: retailer.name,
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  drawParagraph(sheet, lead, voices.label)
  drawGroup(sheet, say('sections.contract'), contractFacts(contract, paper))
  draw(sheet)
  drawSection(sheet, say('sections.signature'))
  drawParagraph(sheet, promise)
  skip(sheet, 6)
  const day = formatDay(marketDayOf(now, 'Europe/Madrid'), locale)
  drawFacts(
    sheet,
    [
      { label: say('facts.place'), value: contract.supply.city },
      { label: say('facts.day'), value: day },
      { label: say('facts.signer'), value: `${contract.holder.name} · ${contract.holder.taxId}` },
      { label: say('facts.way'), value: say('electronically', { retailer: retailer.name }) },
    ],
    2,
  )
  return closeSheet(sheet).then((content) => ({ title, content }))
}

/** A section of facts. */
export function drawGroup(sheet: Sheet, title: string, facts: readonly Fact[]) {
  drawFactSection(sheet, title, facts, 2)
}

function contractFacts({ name, energy, supply, holder, tariff }: ContractToChange, { say }: RequestPaper): Fact[] {
  return [
    { label: say('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
    { label: say('facts.contract'), value: say('contractOf', { energy, name }) },
    { label: say('facts.supply'), value: supply.address },
    { label: say('facts.cups'), value: cupsGroups(supply.cups).join('\u00a0') },
    { label: say('facts.tariff'), value: tariff },
    ...(supply.distributor ? [{ label: say('facts.distributor'), value: supply.distributor }] : []),
  ]
}
