import { useLocale, useTranslations } from 'use-intl'
import { formatDecimal } from '#vocabulary/format.ts'
import { computeFreePercentage } from '../rules.ts'
import styles from './distribution.module.css'
import type { OtherShares } from './other-shares.ts'

type DistributionPreviewProps = {
  wallet: string
  others: OtherShares
  /** The percentage that the contract in question would get. */
  percentage: number
}

/** Shows how a battery would be distributed after the change. */
export function DistributionPreview({ wallet, others, percentage }: DistributionPreviewProps) {
  const t = useTranslations('batteries.distribution')
  const free = computeFreePercentage([percentage, others.taken])
  const title = t('title', { wallet })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be higher than its place, and is then scrolled by keys
    <section className={styles.preview} aria-label={title} tabIndex={0}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.parts}>
        <PartRow name={t('here')} percentage={percentage} kind="here" />
        {others.contracts.map((other) => (
          <PartRow
            key={other.name}
            name={other.address}
            note={other.isOrigin ? t('origin') : undefined}
            percentage={other.percentage}
            kind="other"
          />
        ))}
        {free > 0 && <PartRow name={t('free')} percentage={free} kind="free" />}
      </ul>
    </section>
  )
}

type PartRowProps = { name: string; note?: string; percentage: number; kind: 'here' | 'other' | 'free' }

function PartRow({ name, note, percentage, kind }: PartRowProps) {
  const locale = useLocale()
  return (
    <li className={styles.part} data-kind={kind}>
      <span>
        {name}
        {note && <span className="note"> · {note}</span>}
      </span>
      <b>{formatDecimal(percentage, locale)}&nbsp;%</b>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width="100" height="6" />
        {kind !== 'free' && <rect className={styles.share} width={percentage} height="6" />}
      </svg>
    </li>
  )
}
