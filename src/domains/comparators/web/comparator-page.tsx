import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { WithoutScript } from '#domains/operator/web/without-script.tsx'
import type { Search } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { Segments } from '#kit/web/segments.tsx'
import { spaced } from '#kit/web/spaced.ts'
import styles from './comparator-page.module.css'
import { ComparisonFields } from './comparison-fields.tsx'
import { OwnYears } from './own-years.tsx'
import { Prefill } from './prefill.tsx'
import type { Energy } from './queries.ts'
import { useComparisonForm } from './use-comparison-form.ts'

const SendInvoice = lazy(() => import('./send-invoice.tsx').then(({ SendInvoice }) => ({ default: SendInvoice })))
const Result = lazy(() => import('./result.tsx').then(({ Result }) => ({ default: Result })))

/** The way from an invoice, typed or sent, to what it would have been with us. */
export function ComparatorPage({ energy }: { energy: Energy }) {
  const t = useTranslations('comparators')
  const { comparator } = useSettings()
  const { signedIn, hasUpstream } = useBoot()
  const search = useSearch({ strict: false }) as Search
  const form = useComparisonForm(energy, search.cups ?? '')
  const isTypedOnly = comparator.calculationMode === 'writed_data'
  const [mode, setMode] = useState(isTypedOnly ? ('auto' as const) : comparator.mode)

  if (form.compared)
    return (
      <Suspense>
        <Result energy={energy} compared={form.compared} onBack={form.back} />
      </Suspense>
    )

  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t(`${energy}.title`)}</h1>
        <p className="lead">{t(`${energy}.lead`)}</p>
      </header>
      <WithoutScript form={<PlainLeadForm />}>{(ways) => t.rich('withoutScript', ways)}</WithoutScript>
      {signedIn && !hasUpstream && energy === 'electricity' && <OwnYears />}
      {!isTypedOnly && (
        <div className={spaced(styles.mode, styles.withScript)}>
          <Segments
            label={t('mode.label')}
            value={mode}
            onValue={setMode}
            options={[
              { value: 'auto', label: t('mode.auto') },
              { value: 'manual', label: t('mode.manual') },
            ]}
          />
        </div>
      )}
      {mode === 'auto' ? (
        <>
          {energy === 'electricity' && (
            <div className={styles.withScript}>
              <Prefill form={form} />
            </div>
          )}
          <Retryable title={t('failed')} words={t('failedWords')} resetKey={energy}>
            <ComparisonFields form={form} />
          </Retryable>
        </>
      ) : (
        <Suspense>
          <SendInvoice energy={energy} />
        </Suspense>
      )}
    </div>
  )
}
