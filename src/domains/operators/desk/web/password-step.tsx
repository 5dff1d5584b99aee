import { useTranslations } from 'use-intl'
import { SignInFields } from '#domains/session/web/sign-in/sign-in-fields.tsx'
import { useSignInForm } from '#domains/session/web/sign-in/use-sign-in-form.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { usePortal } from '#kit/web/portal.ts'

export type SecondFactor = { id: string; kinds: ('code' | 'recovery_code')[] }

/** The step for the login and password of an operator. */
export function PasswordStep({ onVerified }: { onVerified: (step: SecondFactor) => void }) {
  const t = useTranslations('desk-operators.login')
  const { send, basePath } = usePortal()
  const { codes, attempt, isSending, submit } = useSignInForm(async (entry) => {
    const { signInOperator } = await import('../api.ts')
    onVerified((await send(signInOperator, { body: entry })).second_factor)
  })

  return (
    <>
      <p className="soft">{t('about')}</p>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <SignInFields form="login" codes={codes} attempt={attempt} />
        <Button type="submit" isWide isBusy={isSending}>
          {t('enter')}
        </Button>
      </form>
      <p>
        <Link href={`${basePath}/`} target="_self">
          {t('toPortal')}
        </Link>
      </p>
    </>
  )
}
