import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { SignOutForm } from './sign-out-form.tsx'

/**
 * The bar above the whole page while another user's account is viewed: whose it is, that nothing can be changed, and
 * the button to leave.
 */
export function ReadonlyBar({ name }: { name: string }) {
  const t = useTranslations('shell')
  return (
    <Banner
      tone="ink"
      action={
        <SignOutForm>
          <Button type="submit" variant="second" isSmall>
            {t('leave')}
          </Button>
        </SignOutForm>
      }
    >
      {t.rich('readonly', { name, b: (chunks) => <b>{chunks}</b> })}
    </Banner>
  )
}
