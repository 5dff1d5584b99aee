import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../action/button.tsx'

type NamedRange = {
  name: 'last12Months' | 'thisYear' | 'lastYear' | 'lastMonth'
  /** The address of the range; without it the range is selected by `onFollow` alone. */
  href?: string
  onFollow?: () => void
  isPresent?: boolean
}

/** Links to the most used ranges of days. */
export function RangeLinks({ ranges }: { ranges: readonly NamedRange[] }) {
  const t = useTranslations('kit.date.ranges')
  return (
    // biome-ignore lint/a11y/useSemanticElements: links and buttons are no fields to put into a fieldset
    <div role="group" aria-label={t('label')} className="line">
      {ranges.map(({ name, href, onFollow, isPresent }) => {
        const buttonProps = {
          variant: 'second',
          isSmall: true,
          onClick: onFollow,
          'aria-current': isPresent || undefined,
        } as const
        return href ? (
          <ButtonLink key={name} {...buttonProps} href={href}>
            {t(name)}
          </ButtonLink>
        ) : (
          <Button key={name} {...buttonProps}>
            {t(name)}
          </Button>
        )
      })}
    </div>
  )
}
