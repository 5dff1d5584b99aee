import { useTranslations } from 'use-intl'

/** Links to the comparator of the CNMC with the figures of an invoice, as its paper does. */
export function ComparatorSection({ url }: { url: string }) {
  const t = useTranslations('invoice-details.comparator')
  return (
    <section className="stack screen-only" aria-labelledby="comparator">
      <h2 id="comparator">{t('title')}</h2>
      <p>{t('text')}</p>
      <p>
        <a href={url}>{t('link')}</a>
      </p>
    </section>
  )
}
