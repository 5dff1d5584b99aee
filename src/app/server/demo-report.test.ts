import { describe, expect, test } from 'vitest'
import { demoProgress, describeAccess } from './demo-report.ts'

describe('how far the demo is', () => {
  test('a terminal sees each step grow on its own line', () => {
    const { output, written } = terminal(true)
    const tell = demoProgress(output)
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

  test('a log has a line for each step that is done', () => {
    const { output, written } = terminal(false)
    const tell = demoProgress(output)
    tell('invoices', 0)
    tell('invoices', 0.5)
    tell('invoices', 1)
    expect(written()).toBe('Creating the demo retailer:\n  Their invoices            100 %\n')
  })
})

test('log-ins are told with their passwords, but for one that its holder has changed', () => {
  expect(
    describeAccess([
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
