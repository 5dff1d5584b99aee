import { expect, test } from 'vitest'
import { presentChange } from './present.ts'

const at = new Date('2026-11-03T10:00:00Z')
const done = { change_request_id: 7, state: 'done', reason: null, requested_at: at, updated_at: at, signature_id: null }

test.each([
  ['a cadastral reference', 'ref_catastral', { ref_catastral: '9900026CG9999S0001LM' }, '9900026CG9999S0001LM'],
  ['an address for mail', 'notification_email', { email: 'anna@example.test' }, 'anna@example.test'],
  ['a share of a wallet', 'wallet_percentage', { bateria_id: 3, pes_percentatge: 40 }, '40\u00a0%'],
  ['nothing where the kind says it all', 'no_cession_sips', {}, undefined],
])('a request says which value was asked for: %s', (_, kind, details, value) => {
  expect(presentChange({ ...done, kind, details } as never).value).toBe(value)
})
