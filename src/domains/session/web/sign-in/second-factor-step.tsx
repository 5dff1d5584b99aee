import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'
import type { SecondFactorChallenge } from '../../api.ts'
import styles from './login-form.module.css'
import { SecondFactorForm } from './second-factor-form.tsx'

/**
 * The second step that an account requires after a correct password. Without JavaScript, `challenge` is null and only
 * the server knows it.
 */
export function SecondFactorStep({ challenge }: { challenge: SecondFactorChallenge | null }) {
  const t = useTranslations('session.secondStep')
  const { send, basePath } = usePortal()
  const { failed } = useSearch({ strict: false }) as SearchParams

  return (
    <div className={styles.form}>
      <h1>{t('title')}</h1>
      <p className="soft">{t('about')}</p>
      <SecondFactorForm
        kinds={challenge?.kinds ?? ['code', 'recovery_code']}
        challenge={challenge?.passkey}
        failed={failed}
        submit={t('enter')}
        onSubmit={
          challenge
            ? async (factor) => {
                const { verifySecondFactor } = await import('../../api.ts')
                await send(verifySecondFactor, { body: { id: challenge.id, ...factor } })
                // Signed-in users are redirected from here.
                reloadPage()
              }
            : undefined
        }
      >
        <ButtonLink variant="quiet" href={`${basePath}/login`} target="_self">
          {t('startAgain')}
        </ButtonLink>
      </SecondFactorForm>
    </div>
  )
}
