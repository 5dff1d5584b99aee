import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { CheckedLine, InvoiceCheck } from '../api.ts'
import type { CheckState } from '../bill-check.ts'
import styles from './check-section.module.css'
import { invoiceCheckQuery } from './queries.ts'

// Few bills have one.
const MeterNote = lazyPart(async () => (await import('./meter-note.tsx')).MeterNote)

/**
 * The check of an invoice: the verdict on the whole in one sentence, then each line with its own and the reason. Nothing
 * where another server has the invoices.
 */
export function CheckSection({ invoiceId }: { invoiceId: number }) {
  const t = useTranslations('bill-checks')
  if (useBoot().hasUpstream) return null
  return (
    <section className="stack" aria-labelledby="bill-check">
      <h2 id="bill-check">{t('title')}</h2>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={String(invoiceId)}>
        <Verdict invoiceId={invoiceId} />
      </RetryBoundary>
    </section>
  )
}

function Verdict({ invoiceId }: { invoiceId: number }) {
  const t = useTranslations('bill-checks')
  const { data: check } = useSuspenseQuery(invoiceCheckQuery(useSend(), invoiceId))
  const right = check.lines.filter(({ state }) => state === 'right')
  const others = check.lines.filter(({ state }) => state !== 'right')
  return (
    <>
      <p>
        <strong>{useWholeSentence(check)}</strong>
      </p>
      {[...check.faults.map((fault) => t(`faults.${fault}`)), ...check.unknown.map((why) => t(`unknown.${why}`))].map(
        (text) => (
          <p key={text}>{text}</p>
        ),
      )}
      {check.meter && (
        <Suspense>
          <MeterNote meter={check.meter} />
        </Suspense>
      )}
      {others.length > 0 && <Lines lines={others} />}
      {right.length > 0 && (
        <Disclosure summary={t('seeRight', { count: right.length })}>
          <Lines lines={right} />
        </Disclosure>
      )}
    </>
  )
}

function useWholeSentence(check: InvoiceCheck): string {
  const { state, difference } = check
  const t = useTranslations('bill-checks.whole')
  const amount = useEuros()(Math.abs(difference))
  if (state !== 'wrong') return t(state)
  if (isOnlyCorrected(check))
    return t('corrected', { amount, direction: difference === 0 ? 'same' : difference > 0 ? 'more' : 'less' })
  if (difference === 0) return t('wrong')
  return difference > 0 ? t('tooMuch', { amount }) : t('tooLittle', { amount })
}

/** Checks whether all that is wrong is energy that the distributor corrected after the bill, which was right by what was known. */
function isOnlyCorrected({ meter, faults, lines }: InvoiceCheck): boolean {
  if (!meter || meter.corrected_on === null || faults.length > 0) return false
  return lines.every((line) => line.faults.every((fault) => fault === 'quantity'))
}

function Lines({ lines }: { lines: readonly CheckedLine[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <Line key={`${line.index} ${line.kind} ${line.period} ${line.first_day}`} line={line} />
      ))}
    </ul>
  )
}

const tones: Record<CheckState, Tone> = { right: 'positive', wrong: 'negative', unknown: 'notice' }

function Line({ line }: { line: CheckedLine }) {
  const t = useTranslations('bill-checks')
  const locale = useLocale()
  const euros = useEuros()
  const { kind, period, state, difference, faults, unknown, readings } = line
  const name = t(`lines.${kind as 'power'}`)
  const amount = euros(Math.abs(difference))
  const reasons = [
    ...faults.map((fault) => t(`faults.${fault}`)),
    ...unknown.map((why) => t(`unknown.${why}`)),
    ...readings.map((reading) => t(`readings.${reading}`)),
  ]
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <strong>{period === null ? name : t('lineOfPeriod', { name, period })}</strong>
        <Badge tone={tones[state]}>
          {state === 'wrong' ? t(difference > 0 ? 'tooMuch' : 'tooLittle', { amount }) : t(`states.${state}`)}
        </Badge>
      </div>
      <p className="soft">
        {t('days', { first: formatDay(line.first_day, locale), last: formatDay(line.last_day, locale) })}
      </p>
      <p>
        {t('billed', { amount: euros(line.amount) })}
        {state === 'wrong' && line.expected_amount !== null && (
          <>
            {' · '}
            {t('expected', { amount: euros(line.expected_amount) })}
          </>
        )}
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Law basis={line.basis} />
    </li>
  )
}

/** The norms behind a verdict. They keep their Spanish names, by which they are found. */
function Law({ basis }: { basis: CheckedLine['basis'] }) {
  const t = useTranslations('bill-checks')
  const locale = useLocale()
  if (basis.length === 0) return null
  return (
    <Disclosure summary={t('law')}>
      <ul>
        {basis.map(({ norm, article, row }) => (
          <li key={`${norm} ${article} ${row?.valid_from}`}>
            <span lang="es">{article === null ? norm : t('norm', { norm, article })}</span>
            {row && (
              <>
                {': '}
                {t('row', { value: row.value, day: formatDay(row.valid_from, locale), source: row.source })}
              </>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function useEuros(): (amount: number) => string {
  const locale = useLocale()
  return (amount) => formatMoney(Math.round(amount * 100), locale)
}
