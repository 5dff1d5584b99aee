import { openPaymentPlatforms } from '#app/server/wiring/mount-payments.ts'
import { holdsDemo } from '#db/demo/demo-logins.ts'
import {
  type ComparedPayment,
  type ComparisonResult,
  compareCaptured,
} from '#domains/payments/server/reports/compare-captured.ts'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { type Command, CommandError } from '../command.ts'

export const paymentsCompareCommand: Command = {
  name: 'payments compare',
  parameters: 'PLATFORM FROM [UNTIL] [--book]',
  summary:
    'Lists what a card provider has captured since a day but is not booked here, for example after a restore; with --book, books it.',
  async run({ words, config, db, now }) {
    const [platform = '', from = '', until, ...others] = words.filter((word) => word !== '--book')
    if (!isMarketDay(from) || (until !== undefined && !isMarketDay(until)) || others.length)
      throw new CommandError('payments compare takes a PLATFORM and days, e.g. payments compare stripe 2026-11-20.')
    const isDemo = config.demo !== 'off' && (await holdsDemo(db))
    const platforms = await openPaymentPlatforms({ config, isDemo, db, clock: () => now })
    const payments = platforms.get(platform)
    if (!payments) {
      const there = [...platforms.keys()].join(', ') || 'none'
      throw new CommandError(`No keys of ${platform} are configured; there are keys of: ${there}.`)
    }
    if (!payments.listCaptured)
      throw new CommandError(
        `${platform} has no list of payments that a program could query: export the days from its own pages, compare them with the operators’ list of payments, and have it resend its reports of what is missing.`,
      )
    const isBooked = words.includes('--book')
    const time = {
      from: startOf(from as MarketDay, 'Europe/Madrid'),
      until: until ? startOf(until, 'Europe/Madrid') : now,
    }
    const compared = await compareCaptured(db, { platform, payments, ...time, now, booksMissing: isBooked })
    return describeComparison(compared, isBooked)
  },
}

const resultLabels: Record<Exclude<ComparisonResult, 'booked' | 'foreign'>, string> = {
  missing: 'captured but not booked',
  mismatch: 'differs from what was requested; check it at the provider',
  unknown_item: 'for an invoice that is not in this portal; import it and run this again',
  refund_missing: 'refunded at the provider but not here; have the provider resend the report of the refund',
}

function describeComparison(compared: readonly ComparedPayment[], isBooked: boolean): string {
  const lines = compared.flatMap(({ captured, result }) => {
    if (result === 'booked' || result === 'foreign') return []
    const { at, paymentId, amountCents, currency, description } = captured
    const meaning = result === 'missing' && isBooked ? 'booked now' : resultLabels[result]
    return [
      [at.toISOString(), paymentId, `${(amountCents / 100).toFixed(2)} ${currency}`, description, meaning].join('  '),
    ]
  })
  const count = (result: ComparisonResult) => compared.filter((each) => each.result === result).length
  const total = `${compared.length} captured by the provider: ${count('booked')} booked, ${count('foreign')} not from this portal, ${lines.length} to check.`
  const hint = count('missing') > 0 && !isBooked ? ['Nothing was changed. Add --book to book what is missing.'] : []
  return [...lines, total, ...hint].join('\n')
}
