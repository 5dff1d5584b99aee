import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { areCouponsShown } from '#domains/retailer/rules.ts'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Coupon } from '../api.ts'
import styles from './own-coupons.module.css'
import { couponsQuery } from './queries.ts'

/** The codes that the customer can use or give away; empty where there are none, or none are known. */
export function OwnCoupons() {
  const t = useTranslations('offers.coupons')
  const headingId = useId()
  const { data: coupons = [] } = useQuery({ ...couponsQuery(useSend()), enabled: areCouponsShown(useSettings()) })
  if (coupons.length === 0) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('title')}</h2>
      <ul className={styles.coupons}>
        {coupons.map((coupon) => (
          <li key={'campaign' in coupon ? coupon.code_url : coupon.title}>
            <OwnCoupon coupon={coupon} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnCoupon({ coupon }: { coupon: Coupon }) {
  const t = useTranslations('offers.coupons')
  const locale = useLocale()
  if (!('campaign' in coupon)) return <CouponText name={coupon.title} description={coupon.description} />
  const { code, code_url, expires_on, campaign } = coupon
  return (
    <>
      <CouponText name={campaign.name} description={campaign.description} />
      <p className={styles.code}>
        {code && <Identifier label={t('code')} groups={code.split('-')} value={code} />}
        {expires_on && <span className="small soft">{t('until', { day: formatDay(expires_on, locale) })}</span>}
      </p>
      <p className={styles.ways}>
        <Link href={code_url}>{t('use')}</Link>
        {campaign.url && <Link href={campaign.url}>{t('more')}</Link>}
      </p>
    </>
  )
}

function CouponText({ name, description }: { name: string; description: string }) {
  return (
    <p>
      <b>{name}</b>
      <span className={styles.description}>{description}</span>
    </p>
  )
}
