import type { Locale } from '#kit/locale.ts'
import { drawFactSection, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import type { PaperBrand } from '#kit/server/pdf/paper.ts'
import { closeSheet, openSheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/text.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import { languageTags } from '#vocabulary/language-tags.ts'
import type texts from '../texts/es.json'
import type { Evidence } from './evidence.ts'

/** In which language and look the evidence is drawn; `say` gives its words, the `document` texts of signatures. */
export type SignaturePaper = {
  locale: Locale
  brand: PaperBrand
  say: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
}

/** The evidence of a signature as a tagged PDF of one page: who signed what, when, from where and with which code. */
export function drawEvidence(evidence: Evidence, paper: SignaturePaper): Promise<Buffer> {
  const { locale, brand, say } = paper
  const { title, signedAt, signer, documentSha256, documentBytes, provider } = evidence
  const at = new Date(signedAt)
  const sheet = openSheet({
    language: locale,
    title: say('title'),
    subject: title,
    brand,
    createdAt: at,
    footer: brand.name,
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, say('title'))
  drawParagraph(sheet, say('summary', { name: signer.name, title, at: formatWithOffset(at, locale) }))
  drawFactSection(sheet, say('sections.signature'), factsOf(evidence, paper), 2)
  drawFactSection(
    sheet,
    say('sections.document'),
    [
      { label: say('facts.document'), value: title },
      { label: say('facts.hash'), value: inGroups(documentSha256) },
      { label: say('facts.length'), value: say('bytes', { count: documentBytes }) },
      { label: say('facts.signature'), value: evidence.signatureId },
    ],
    1,
  )
  skip(sheet, 12)
  drawParagraph(sheet, say('check', { provider }))
  return closeSheet(sheet)
}

function factsOf(evidence: Evidence, { locale, say }: SignaturePaper): Fact[] {
  const { signer, signedAt, address, browser, code } = evidence
  return [
    { label: say('facts.signer'), value: signer.name },
    { label: say('facts.holder'), value: signer.holder },
    { label: say('facts.at'), value: formatWithOffset(new Date(signedAt), locale) },
    { label: say('facts.address'), value: address },
    { label: say('facts.code'), value: say(`channels.${code.channel}`, { to: code.to }) },
    { label: say('facts.browser'), value: browser || '—' },
  ]
}

/** `20/11/2026, 10:00:00 (GMT+01:00)`: the clock of the market to the second, with its distance from UTC. */
function formatWithOffset(instant: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Madrid',
    timeZoneName: 'longOffset',
  }).format(instant)
}

/** A hash in groups of eight, so that it breaks between lines and can be compared by eye. */
function inGroups(hash: string): string {
  return hash.match(/.{1,8}/g)!.join(' ')
}
