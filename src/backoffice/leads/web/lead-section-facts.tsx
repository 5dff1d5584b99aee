import { useLocale, useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDay, formatDecimal, formatEnergy, formatMoney, formatPower } from '#vocabulary/format.ts'
import type { LeadFact, LeadSection } from '../api.ts'

/** The data of one step. */
export function LeadSectionFacts({ section: { name, facts } }: { section: LeadSection }) {
  const t = useTranslations('desk-leads')
  const formatFact = useFormatFact()
  return (
    <section className="stack" aria-labelledby={`section-${name}`}>
      <h2 id={`section-${name}`}>{t(`sections.${name}`)}</h2>
      <DescriptionList>
        {groupFacts(facts).map(({ fact, values }) => (
          <DescriptionItem
            key={`${fact.name}${fact.period ?? ''}`}
            label={t(`facts.${fact.name}` as 'facts.cups', { period: fact.period ?? '' } as never)}
          >
            {values.map(formatFact).join(', ')}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  )
}

/** Groups facts of the same name and period, for example several contact hours. */
function groupFacts(facts: readonly LeadFact[]) {
  const groups: { fact: LeadFact; values: LeadFact[] }[] = []
  for (const fact of facts) {
    const existing = groups.find(({ fact: { name, period } }) => name === fact.name && period === fact.period)
    if (existing) existing.values.push(fact)
    else groups.push({ fact, values: [fact] })
  }
  return groups
}

function useFormatFact(): (fact: LeadFact) => string {
  const t = useTranslations('desk-leads.words')
  const locale = useLocale()
  return ({ kind, value }) => {
    switch (kind) {
      case 'flag':
        return t(value ? 'yes' : 'no')
      case 'word': {
        const word = value as 'yes'
        return t.has(word) ? t(word) : String(value)
      }
      case 'kw':
        return formatPower(Math.round(Number(value) * 1_000), locale)
      case 'kwh':
        return formatEnergy(Math.round(Number(value) * 1_000), locale)
      case 'eur':
        return formatMoney(Math.round(Number(value) * 100), locale)
      case 'm2':
        return `${formatDecimal(Number(value), locale)}\u00a0m²`
      case 'day':
        return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? formatDay(String(value), locale) : String(value)
      case 'text':
        return String(value)
    }
  }
}
