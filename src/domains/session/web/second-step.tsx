import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/button.tsx'
import type { Search } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'
import { reloadPage } from '#kit/web/reload-page.ts'
import type { SecondStep as Wanted } from '../api.ts'
import { FactorForm } from './factor-form.tsx'
import styles from './login-form.module.css'

/** After a right password, what else the account asks for. Without script, `step` is null and the server knows which. */
export function SecondStep({ step }: { step: Wanted | null }) {
  const t = useTranslations('session.secondStep')
  const { send, basePath } = usePortal()
  const { failed } = useSearch({ strict: false }) as Search

  return (
    <div className={styles.form}>
      <h1>{t('title')}</h1>
      <p className="soft">{t('about')}</p>
      <FactorForm
        kinds={step?.kinds ?? ['code', 'recovery_code']}
        question={step?.passkey}
        failed={failed}
        submit={t('enter')}
        onGive={
          step
            ? async (factor) => {
                const { takeSecondStep } = await import('../api.ts')
                await send(takeSecondStep, { body: { id: step.id, ...factor } })
                // Whoever is signed in is led on from here.
                reloadPage()
              }
            : undefined
        }
      >
        <ButtonLink variant="quiet" href={`${basePath}/login`} target="_self">
          {t('startAgain')}
        </ButtonLink>
      </FactorForm>
    </div>
  )
}
