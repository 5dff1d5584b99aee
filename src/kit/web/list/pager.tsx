import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '../action/button.tsx'
import { NativeSelect } from '../form/native-select.tsx'
import { formatCount } from '../format-count.ts'
import { chevronLeft, chevronRight } from '../graphics/icons.ts'
import { Link } from '../navigation/link.tsx'
import { type ListPage, pagesAround } from './page-numbers.ts'
import styles from './pager.module.css'

type PagerProps = ListPage & {
  total: number
  /** Whether `total` is where counting stopped, so that there may be more. */
  mayHaveMore?: boolean
  /** Distinguishes the pagers above and below a list. */
  label?: string
  hrefOf: (page: ListPage) => string
  /** The page sizes to choose from; a change starts again at the first page. */
  sizes?: readonly number[]
  onSize?: (limit: number) => void
}

/** The position in a list with links to the other pages. Renders nothing for an empty list. */
export function Pager({ offset, limit, total, mayHaveMore = false, label, hrefOf, sizes, onSize }: PagerProps) {
  const t = useTranslations('kit.pager')
  const locale = useLocale()
  if (total === 0) return null
  const last = Math.min(offset + limit, total)
  const range = {
    first: formatCount(offset + 1, locale),
    last: formatCount(last, locale),
    total: formatCount(total, locale),
  }
  return (
    <nav className={styles.pager} aria-label={label ?? t('label')}>
      <span>{t(mayHaveMore ? 'rangeOfMore' : 'range', range)}</span>
      {total > limit && <PageNumbers {...{ offset, limit, total, hrefOf }} />}
      {sizes && <PageSize sizes={sizes} limit={limit} onSize={onSize} />}
      <div className={styles.links}>
        {offset > 0 && (
          <ButtonLink
            variant="second"
            isSmall
            icon={chevronLeft}
            rel="prev"
            href={hrefOf({ offset: Math.max(offset - limit, 0), limit })}
          >
            {t('previous')}
          </ButtonLink>
        )}
        {last < total && (
          <ButtonLink
            variant="second"
            isSmall
            iconAfter={chevronRight}
            rel="next"
            href={hrefOf({ offset: offset + limit, limit })}
          >
            {t('next')}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

function PageNumbers({ offset, limit, total, hrefOf }: ListPage & Pick<PagerProps, 'total' | 'hrefOf'>) {
  const t = useTranslations('kit.pager')
  const locale = useLocale()
  const current = Math.floor(offset / limit) + 1
  return (
    <ul className={styles.numbers}>
      {pagesAround(current, Math.ceil(total / limit)).map((page, index) => (
        <li key={index}>
          {page === null ? (
            <span className={styles.gap}>…</span>
          ) : (
            <Link
              href={hrefOf({ offset: (page - 1) * limit, limit })}
              aria-label={t('page', { page: formatCount(page, locale) })}
              aria-current={page === current ? 'page' : undefined}
            >
              {formatCount(page, locale)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function PageSize({ sizes, limit, onSize }: { sizes: readonly number[]; limit: number } & Pick<PagerProps, 'onSize'>) {
  const t = useTranslations('kit.pager')
  return (
    <span className={styles.size}>
      <span aria-hidden="true">{t('size')}</span>
      <NativeSelect
        label={t('size')}
        isLabelHidden
        isSmall
        width="fit"
        value={String(limit)}
        onChange={(event) => onSize?.(Number(event.target.value))}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
      />
    </span>
  )
}
