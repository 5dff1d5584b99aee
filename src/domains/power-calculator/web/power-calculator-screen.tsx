import { Suspense, startTransition, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PlainLeadForm } from '#domains/leads/web/plain-lead-form.tsx'
import { NoScriptNotice } from '#domains/retailer/web/no-script-notice.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { type Calculation, emptyForm } from '../rules.ts'
import styles from './calculator.module.css'
import { CalculatorForm } from './calculator-form.tsx'
import { HelpPanels } from './help-panels.tsx'
import { MeasuredAdvice } from './measured-advice.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

export { loadPowerCalculator as load } from './load-power-calculator.ts'

const CalculatorResult = lazyPart(async () => (await import('./calculator-result.tsx')).CalculatorResult)

type Stage = { kind: 'form' } | { kind: 'result'; calculation: Calculation } | { kind: 'sent'; name: string }

/** Calculates the power that a home needs: by its appliances and, for a signed-in customer, by measurements. */
export function PowerCalculatorScreen() {
  const t = useTranslations('power-calculator')
  const { signedIn } = useBoot()
  // Another user who signs in in the same tab must not see the draft.
  const { values: form, change, forget } = useDraft(`power:${draftOwnerOf(signedIn)}`, emptyForm)
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const heading = useHeadingFocus(stage.kind)

  if (stage.kind === 'sent') return <Sent name={stage.name} heading={heading} />
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
          {signedIn && <MeasuredAdvice calculatedCentiKw={null} />}
          <section
            className={signedIn ? styles.section : undefined}
            aria-label={signedIn ? t('form.title') : undefined}
          >
            {signedIn && <h2>{t('form.title')}</h2>}
            {/* The result is calculated in the browser. */}
            <NoScriptNotice form={<PlainLeadForm />}>{(tags) => t.rich('form.withoutScript', tags)}</NoScriptNotice>
            <CalculatorForm
              form={form}
              onChange={change}
              // The form stays until the result component has been loaded.
              onCalculated={(calculation) => startTransition(() => setStage({ kind: 'result', calculation }))}
            />
          </section>
        </>
      ) : (
        <Suspense>
          <CalculatorResult
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

function Sent({ name, heading }: { name: string; heading: ReturnType<typeof useHeadingFocus> }) {
  const t = useTranslations('power-calculator.sent')
  const { name: retailer } = useSettings().organization
  return (
    <div className={styles.page}>
      <header className="stack">
        <h1 ref={heading} tabIndex={-1} className={styles.thanks}>
          {t('title', { name: name })}
        </h1>
        <p className="lead">{t('text', { retailer })}</p>
      </header>
      <p>
        <ButtonLink variant="second" href="/">
          {t('home')}
        </ButtonLink>
      </p>
    </div>
  )
}
