import { describe, expect, test } from 'vitest'
import { createDemoProgress, describeDemoAccess } from './demo-report.ts'

describe('the progress of the demo', () => {
  test('shows each step on its own line on a terminal', () => {
    const { output, written } = terminal(true)
    const tell = createDemoProgress(output)
    tell('customers', 0)
    tell('customers', 1)
    tell('curves', 0.456)
    expect(written()).toBe(
      [
        'Creating the demo retailer:\n',
        '\r  Customers and contracts     0 %',
        '\r  Customers and contracts   100 %\n',
        '\r  Two years of curves        45 %',
      ].join(''),
    )
  })

  test('logs one line per finished step elsewhere', () => {
    const { output, written } = terminal(false)
    const tell = createDemoProgress(output)
    tell('invoices', 0)
    tell('invoices', 0.5)
    tell('invoices', 1)
    expect(written()).toBe('Creating the demo retailer:\n  Their invoices            100 %\n')
  })
})

test('lists logins with their passwords, except one that its user has changed', () => {
  expect(
    describeDemoAccess([
      { login: 'anna', password: 'Sol-2026' },
      { login: 'cooperativa', password: null },
    ]),
  ).toBe('  Log in as     with the password\n  anna          Sol-2026\n  cooperativa   (its password was changed)')
})

function terminal(isTTY: boolean) {
  const pieces: string[] = []
  const output = { isTTY, write: (piece: string) => pieces.push(piece) > 0 } as unknown as NodeJS.WriteStream
  return { output, written: () => pieces.join('') }
}
