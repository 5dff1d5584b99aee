import { lazy, Suspense, startTransition, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { WithoutScript } from '#domains/operator/web/without-script.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { type Calculation, emptyForm } from '../rules.ts'
import styles from './calculator.module.css'
import { CalculatorForm } from './calculator-form.tsx'
import { HelpPanels } from './help-panels.tsx'
import { OwnAdvice } from './own-advice.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

export { loadPowerCalculator as load } from './load-power-calculator.ts'

const Result = lazy(() => import('./result.tsx').then(({ Result }) => ({ default: Result })))

type Stage = { kind: 'form' } | { kind: 'result'; calculation: Calculation } | { kind: 'sent'; name: string }

/** The power that somebody needs: by their appliances and, for who is signed in, by what was measured. */
export function PowerCalculatorScreen() {
  const t = useTranslations('power-calculator')
  const { signedIn } = useBoot()
  const { name: retailer } = useSettings().organization
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values: form, change, forget } = useDraft(`power:${draftOwner(signedIn)}`, emptyForm)
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const heading = useHeadingFocus(stage.kind)

  if (stage.kind === 'sent')
    return (
      <div className={styles.page}>
        <header className="stack">
          <h1 ref={heading} tabIndex={-1} className={styles.thanks}>
            {t('sent.title', { name: stage.name })}
          </h1>
          <p className="lead">{t('sent.words', { retailer })}</p>
        </header>
        <p>
          <ButtonLink variant="second" href="/">
            {t('sent.home')}
          </ButtonLink>
        </p>
      </div>
    )
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1 ref={heading} tabIndex={-1} className={styles.thanks}>
          {t('title')}
        </h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {stage.kind === 'form' ? (
        <>
          {signedIn && <OwnAdvice calculatedCentiKw={null} />}
          <section
            className={signedIn ? styles.section : undefined}
            aria-label={signedIn ? t('form.title') : undefined}
          >
            {signedIn && <h2>{t('form.title')}</h2>}
            {/* It is calculated in the browser. */}
            <WithoutScript form={<PlainLeadForm />}>{(ways) => t.rich('form.withoutScript', ways)}</WithoutScript>
            <CalculatorForm
              form={form}
              onChange={change}
              // The form stays until the result has been fetched.
              onCalculated={(calculation) => startTransition(() => setStage({ kind: 'result', calculation }))}
            />
          </section>
        </>
      ) : (
        <Suspense>
          <Result
            calculation={stage.calculation}
            onBack={() => setStage({ kind: 'form' })}
            onSent={(name) => {
              forget()
              setStage({ kind: 'sent', name })
            }}
          />
        </Suspense>
      )}
      <HelpPanels />
    </div>
  )
}
