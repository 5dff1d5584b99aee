import { useTranslations } from 'use-intl'
import { EntryFields } from '#domains/session/web/entry-fields.tsx'
import { useEntry } from '#domains/session/web/use-entry.ts'
import { Button } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import { usePortal } from '#kit/web/portal.ts'

export type SecondFactor = { id: string; kinds: ('code' | 'recovery_code')[] }

/** User and password of an operator. */
export function PasswordStep({ onRight }: { onRight: (step: SecondFactor) => void }) {
  const t = useTranslations('desk-operators.login')
  const { send, basePath } = usePortal()
  const { codes, attempt, isSending, submit } = useEntry(async (entry) => {
    const { logInOperator } = await import('../api.ts')
    onRight((await send(logInOperator, { body: entry })).second_factor)
  })

  return (
    <>
      <p className="soft">{t('about')}</p>
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <EntryFields form="login" codes={codes} attempt={attempt} />
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
