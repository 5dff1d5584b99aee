import { expect, test } from 'vitest'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { defaultSettings } from '../settings/defaults.ts'
import { careFactsIn } from './care-facts-testing.ts'

/** The figures of the terms by language: working days in general, days for a bill, hours without supply. */
const terms: Partial<Record<Locale, RegExp>> = {
  ca: /15 dies hàbils; en 5 dies .* 2 hores/,
  es: /15 días hábiles; en 5 días .* 2 horas/,
  en: /15 working days; within 5 days .* 2 hours/,
  gl: /15 días hábiles; en 5 días .* 2 horas/,
  fr: /15 jours ouvrables ; en 5 jours .* 2 heures/,
  de: /15 Werktagen; in 5 Tagen.* 2 Stunden/,
}

test.each(locales)(
  'tells in %s the channels, the hours, the terms, the receipt and the body out of court',
  (locale) => {
    const { organization, care } = defaultSettings
    const facts = Object.fromEntries(careFactsIn(locale).map(({ name, value }) => [name, value]))
    for (const way of [organization.phone, organization.email, organization.address])
      expect(facts.channels).toContain(way)
    for (const hour of [organization.schedule, '9:00', '18:00']) expect(facts.hours).toContain(hour)
    expect(facts.terms).toMatch(terms[locale] ?? /15.*5.*2/)
    expect(facts.followUp).not.toBe('')
    expect(facts.dispute).toContain(`${care.disputeBody}`)
    expect(facts.dispute).toContain(care.disputeContact)
  },
)
