import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { NoScriptNotice } from '#domains/retailer/web/no-script-notice.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { classNames } from '#kit/web/class-names.ts'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import styles from './comparator-page.module.css'
import { ComparisonFields } from './comparison-fields.tsx'
import { OwnYears } from './own-years.tsx'
import { Prefill } from './prefill.tsx'
import type { Energy } from './queries.ts'
import { useComparisonForm } from './use-comparison-form.ts'

const SendInvoice = lazyPart(async () => (await import('./send-invoice.tsx')).SendInvoice)
const ComparisonResultView = lazyPart(async () => (await import('./comparison-result.tsx')).ComparisonResultView)

/** Leads from an invoice, typed or uploaded, to what it would have cost with the retailer. */
export function ComparatorPage({ energy }: { energy: Energy }) {
  const t = useTranslations('comparators')
  const { comparator } = useSettings()
  const { signedIn, hasUpstream } = useBoot()
  const search = useSearch({ strict: false }) as SearchParams
  const form = useComparisonForm(energy, search.cups ?? '')
  const isTypedOnly = comparator.calculationMode === 'writed_data'
  const [mode, setMode] = useState(isTypedOnly ? ('auto' as const) : comparator.mode)

  if (form.compared)
    return (
      <Suspense>
        <ComparisonResultView energy={energy} compared={form.compared} onBack={form.back} />
      </Suspense>
    )

  return (
    <div className={styles.page}>
      <header className="stack">
        <h1>{t(`${energy}.title`)}</h1>
        <p className="lead">{t(`${energy}.lead`)}</p>
      </header>
      <NoScriptNotice form={<PlainLeadForm />}>{(tags) => t.rich('withoutScript', tags)}</NoScriptNotice>
      {signedIn && !hasUpstream && energy === 'electricity' && <OwnYears />}
      {!isTypedOnly && (
        <div className={classNames(styles.mode, styles.withScript)}>
          <SegmentedControl
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
          <RetryBoundary title={t('failed')} message={t('failedText')} resetKey={energy}>
            <ComparisonFields form={form} />
          </RetryBoundary>
        </>
      ) : (
        <Suspense>
          <SendInvoice energy={energy} />
        </Suspense>
      )}
    </div>
  )
}
