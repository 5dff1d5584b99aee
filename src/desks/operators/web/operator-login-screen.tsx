import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoneFrame } from '#app/web/shell/lone-frame.tsx'
import { FactorForm } from '#domains/session/web/factor-form.tsx'
import { Button } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import styles from './operator-login-screen.module.css'
import { PasswordStep, type SecondFactor } from './password-step.tsx'

/** Where operators sign in: user and password, and then always a code. */
export function OperatorLoginScreen() {
  const t = useTranslations('desk-operators.login')
  const [step, setStep] = useState<SecondFactor | null>(null)
  return (
    <LoneFrame>
      <div className={styles.column}>
        <h1>{t(step ? 'step' : 'heading')}</h1>
        {step ? <CodeStep step={step} onStartAgain={() => setStep(null)} /> : <PasswordStep onRight={setStep} />}
      </div>
    </LoneFrame>
  )
}

function CodeStep({ step, onStartAgain }: { step: SecondFactor; onStartAgain: () => void }) {
  const t = useTranslations('desk-operators.login')
  const send = useSend()
  return (
    <>
      <p className="soft">{t('stepAbout')}</p>
      <FactorForm
        kinds={step.kinds}
        submit={t('enter')}
        onGive={async (factor) => {
          if (!('code' in factor)) return
          const { takeOperatorStep } = await import('../api.ts')
          await send(takeOperatorStep, { body: { id: step.id, ...factor } })
          // Whoever is signed in is led on from here.
          reloadPage()
        }}
      >
        <Button variant="quiet" onClick={onStartAgain}>
          {t('startAgain')}
        </Button>
      </FactorForm>
    </>
  )
}
