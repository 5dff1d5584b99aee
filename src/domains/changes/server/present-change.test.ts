import { expect, test } from 'vitest'
import { translator } from '#app/server/texts/texts.ts'
import { locales } from '#vocabulary/locale.ts'
import { requestedValue } from './requested-value.ts'

const valueTexts = translator('es', 'changes.values')

test.each([
  [
    'powers',
    'power',
    { power_p1: 5500, power_p2: 5500, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
    /^5,5.kW$/,
  ],
  ['an account, masked', 'iban', { iban: 'ES3620805295124842414659' }, 'ES36 •••• 4659'],
  ['a cadastral reference', 'ref_catastral', { ref_catastral: '9900026CG9999S0001LM' }, '9900026CG9999S0001LM'],
  ['an e-mail address', 'notification_email', { email: 'anna@example.test' }, 'anna@example.test'],
  ['a share of a wallet', 'wallet_percentage', { bateria_id: 3, pes_percentatge: 40 }, '40\u00a0%'],
  ['hours', 'happy_hours', { startHour: 2, endHour: 4, valid_from: '2026-12-01' }, 'de 02:00 a 04:00'],
  [
    'months',
    'double_tariff',
    { startMonth: 11, startYear: 2026, endMonth: 1, endYear: 2027 },
    'noviembre de 2026 – enero de 2027',
  ],
  ['a single month', 'double_tariff', { startMonth: 5, startYear: 2026, endMonth: 5, endYear: 2026 }, 'mayo de 2026'],
  ['a day', 'happy_day', { value: 6 }, 'sábado'],
  ['the delivery of invoices', 'invoice_online', { invoice_online: 'postal' }, 'por correo postal'],
  ['another wallet', 'wallet_move', { bateria_desti: 4, wallet: 'Casa', pes_percentatge: 30 }, 'Casa · 30\u00a0%'],
  ['null where the kind is enough', 'no_cession_sips', {}, null],
])('returns the requested value: %s', (_, kind, details, value) => {
  const result = requestedValue({ kind, details }, 'es', valueTexts)
  if (value instanceof RegExp) expect(result).toMatch(value)
  else expect(result).toBe(value)
})

test.each(locales)('has a text in %s for every wallet use', (locale) => {
  const result = ['aplicar', 'guardar'].map((use) =>
    requestedValue(
      { kind: 'wallet_discounts', details: { valor_descomptes: use } },
      locale,
      translator(locale, 'changes.values'),
    ),
  )
  expect(new Set(result).size).toBe(2)
})
