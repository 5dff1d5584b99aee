import { complaintTableNorms, customerCareNorms, earlierComplaintNorms } from './customer-care-norms.ts'
import kindNames from './desk/duties/texts/en.json' with { type: 'json' }
import normTexts from './desk/norms/texts/en.json' with { type: 'json' }
import { electricitySupplyNorms } from './electricity-supply-norms.ts'
import { type DutyCounting, type DutyKind, ruleOf } from './kinds.ts'
import { nonPaymentNorms } from './non-payment-norms.ts'
import type { DutyNorm } from './norm.ts'
import { otherNorms } from './other-norms.ts'

/** The files of the norms that the product knows. */
const files: Readonly<Record<string, readonly DutyNorm[]>> = {
  'customer-care-norms.ts': [...customerCareNorms, ...complaintTableNorms, ...earlierComplaintNorms],
  'electricity-supply-norms.ts': electricitySupplyNorms,
  'non-payment-norms.ts': nonPaymentNorms,
  'other-norms.ts': otherNorms,
}

const introduction = `# The law in the code

Every article that sets a term, by law: what it is about, how long the term is, since when, and the file of \`src/domains/duties\` where it
stands. Operators replace a norm from a day on at the desk of norms (\`/operator/norms\`); their rows are not listed here. Each norm is a row of
the table in \`src/domains/duties/norms.test.ts\`: an event, and the day on which its duty is due. \`npm run law-docs\` generates this page; a
test fails when it is out of date or a norm has no row in the table. How terms are counted: [0098](decisions/0098-one-calendar-of-duties.md).
`

/** Renders docs/law.md up to the norms of bills: where each article of law that sets a term stands in the code. */
export function renderLawDocument(): string {
  const rows = Object.entries(files).flatMap(([file, norms]) => norms.map((norm) => ({ file, norm })))
  const laws = [...new Set(rows.map(({ norm }) => headingOf(norm)))].sort()
  const sections = laws.map((law) => {
    const ofLaw = rows.filter(({ norm }) => headingOf(norm) === law)
    return `## ${law}\n\n${head}\n${ofLaw.map(renderRow).join('\n')}\n`
  })
  return `${introduction}\n${sections.join('\n')}`
}

const head =
  '| article | kind | what | term | applies to | since | until | compensation | file |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |'

function headingOf({ law, source }: DutyNorm): string {
  return law === null ? 'Promises that no norm requires' : `${law} (${source})`
}

const phrases: Record<DutyCounting, (term: string) => string> = {
  by: (term) => `within ${term}`,
  ahead: (term) => `${term} before it`,
  not_before: (term) => `not before ${term}`,
  until: (term) => `until ${term} after it`,
  keep: (term) => `kept for ${term}`,
}

function termOf({ kind, term: { count, unit }, toleranceDays }: DutyNorm): string {
  const plural = unit.replace('_', ' ')
  const term = `${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`
  return phrases[ruleOf(kind).counting](toleranceDays === 0 ? term : `${term} and ${toleranceDays} days`)
}

function renderRow({ file, norm }: { file: string; norm: DutyNorm }): string {
  const { kind, article, validFrom, validTo, compensation } = norm
  const cells = [
    ...[article ?? '', `\`${kind}\``, nameOf(kind)],
    ...[
      termOf(norm),
      scopeOf(norm),
      validFrom,
      validTo ?? '',
      compensation ? 'RD 1955/2000, 105.6' : '',
      `\`${file}\``,
    ],
  ]
  return `| ${cells.join(' | ')} |`
}

function nameOf(kind: DutyKind): string {
  return kindNames.kinds[kind].toLowerCase()
}

function scopeOf({ topic, energy, maxPowerWatts }: DutyNorm): string {
  const name = topic === null ? null : (normTexts.topics as Record<string, string>)[topic]!
  return [name, energy, maxPowerWatts === null ? null : `up to ${maxPowerWatts} W`]
    .filter((part) => part !== null)
    .join(', ')
}
