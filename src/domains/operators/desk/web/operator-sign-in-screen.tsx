import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { StandaloneLayout } from '#domains/retailer/web/standalone-layout.tsx'
import { SecondFactorForm } from '#domains/session/web/sign-in/second-factor-form.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { useSend } from '#kit/web/portal.ts'
import styles from './operator-sign-in-screen.module.css'
import { PasswordStep, type SecondFactor } from './password-step.tsx'

/** The operator sign-in page: login and password, then always a code. */
export function OperatorSignInScreen() {
  const t = useTranslations('desk-operators.login')
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null)
  return (
    <StandaloneLayout>
      <div className={styles.column}>
        <h1>{t(secondFactor ? 'step' : 'heading')}</h1>
        {secondFactor ? (
          <CodeStep step={secondFactor} onStartAgain={() => setSecondFactor(null)} />
        ) : (
          <PasswordStep onVerified={setSecondFactor} />
        )}
      </div>
    </StandaloneLayout>
  )
}

function CodeStep({ step, onStartAgain }: { step: SecondFactor; onStartAgain: () => void }) {
  const t = useTranslations('desk-operators.login')
  const send = useSend()
  return (
    <>
      <p className="soft">{t('stepAbout')}</p>
      <SecondFactorForm
        kinds={step.kinds}
        submit={t('enter')}
        onSubmit={async (factor) => {
          if (!('code' in factor)) return
          const { completeOperatorSignIn } = await import('../api.ts')
          await send(completeOperatorSignIn, { body: { id: step.id, ...factor } })
          // The reload redirects signed-in operators.
          reloadPage()
        }}
      >
        <Button variant="quiet" onClick={onStartAgain}>
          {t('startAgain')}
        </Button>
      </SecondFactorForm>
    </>
  )
}
