import { useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Leave } from './leave.tsx'

/** Over the whole page while somebody looks at the account of somebody else: whose, that nothing can be changed, and the way out. */
export function ReadonlyBar({ name }: { name: string }) {
  const t = useTranslations('shell')
  return (
    <Banner
      tone="ink"
      action={
        <Leave>
          <Button type="submit" variant="second" isSmall>
            {t('leave')}
          </Button>
        </Leave>
      }
    >
      {t.rich('readonly', { name, b: (chunks) => <b>{chunks}</b> })}
    </Banner>
  )
}
