import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from './button.tsx'

type NamedRange = {
  name: 'last12Months' | 'thisYear' | 'lastYear' | 'lastMonth'
  /** The address of what is shown for it; without one it is chosen by `onFollow` alone. */
  href?: string
  onFollow?: () => void
  isPresent?: boolean
}

/** Ranges of days that most people look for, each one press away. */
export function RangeLinks({ ranges }: { ranges: readonly NamedRange[] }) {
  const t = useTranslations('kit.date.ranges')
  return (
    // biome-ignore lint/a11y/useSemanticElements: links and buttons are no fields to put into a fieldset
    <div role="group" aria-label={t('label')} className="line">
      {ranges.map(({ name, href, onFollow, isPresent }) => {
        const look = {
          variant: 'second',
          isSmall: true,
          onClick: onFollow,
          'aria-current': isPresent || undefined,
        } as const
        return href ? (
          <ButtonLink key={name} {...look} href={href}>
            {t(name)}
          </ButtonLink>
        ) : (
          <Button key={name} {...look}>
            {t(name)}
          </Button>
        )
      })}
    </div>
  )
}
