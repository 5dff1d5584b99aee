import { useLocale, useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { formatDay, formatDecimal, formatEnergy, formatMoney, formatPower } from '#vocabulary/format.ts'
import type { LeadFact, LeadSection } from '../api.ts'

/** What was typed in a step. */
export function Section({ section: { name, facts } }: { section: LeadSection }) {
  const t = useTranslations('desk-leads')
  const write = useWrittenFact()
  return (
    <section className="stack" aria-labelledby={`section-${name}`}>
      <h2 id={`section-${name}`}>{t(`sections.${name}`)}</h2>
      <Facts>
        {gathered(facts).map(({ fact, values }) => (
          <Fact
            key={`${fact.name}${fact.period ?? ''}`}
            label={t(`facts.${fact.name}` as 'facts.cups', { period: fact.period ?? '' } as never)}
          >
            {values.map(write).join(', ')}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

/** Those of a name and period together: hours to be called at are several. */
function gathered(facts: readonly LeadFact[]) {
  const found: { fact: LeadFact; values: LeadFact[] }[] = []
  for (const fact of facts) {
    const known = found.find(({ fact: { name, period } }) => name === fact.name && period === fact.period)
    if (known) known.values.push(fact)
    else found.push({ fact, values: [fact] })
  }
  return found
}

function useWrittenFact(): (fact: LeadFact) => string {
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
