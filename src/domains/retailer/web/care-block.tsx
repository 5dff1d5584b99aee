import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { careFactsOf } from '../care-facts.ts'
import { useSettings } from './settings.ts'

/** How customer care is reached, by when it answers, and where to turn to afterwards. */
export function CareFacts({ children }: { children?: ReactNode }) {
  const t = useTranslations('retailer.care')
  return (
    <section className="stack" aria-labelledby="care-title">
      <h2 id="care-title">{t('title')}</h2>
      <DescriptionList>
        {careFactsOf(useSettings(), t).map(({ name, label, value }) => (
          <DescriptionItem key={name} label={label}>
            {value}
          </DescriptionItem>
        ))}
      </DescriptionList>
      {children}
    </section>
  )
}

/** The same on the first page of visitors, with the ways to more. */
export function CareBlock() {
  const t = useTranslations('retailer.care')
  return (
    <CareFacts>
      <p>
        <Link href="/easy-reading">{t('easy')}</Link>
      </p>
    </CareFacts>
  )
}
