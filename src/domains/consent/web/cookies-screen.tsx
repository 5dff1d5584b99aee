import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type ListedCookie, listedCookies } from '#domains/session/cookie-list.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useBoot } from '#kit/web/portal.ts'
import { cookiePurposes } from '../rules.ts'
import styles from './cookies-screen.module.css'

const minute = 60
const day = 24 * 60 * minute
const cookieLifetimes = Object.entries(listedCookies) as [ListedCookie, number | null][]

/** The page where a cookie decision is viewed and changed: a plain form that works without JavaScript. */
export function CookiesScreen() {
  const t = useTranslations('consent')
  const { cookies } = useBoot()
  const { saved, failed } = useSearch({ strict: false }) as SearchParams
  return (
    <div className={styles.screen}>
      <header className="stack">
        <h1>{t('page.title')}</h1>
        <p className="lead">{t('page.lead')}</p>
      </header>
      {saved && cookies && (
        <Banner tone="positive" isAlert>
          {t('page.saved')}
        </Banner>
      )}
      <ErrorBanner>{failed && t('page.failed')}</ErrorBanner>
      {!cookies && <Banner tone="notice">{t('page.undecided')}</Banner>}
      <form method="post" className={styles.form}>
        <fieldset className={styles.purposes}>
          <legend className="visually-hidden">{t('banner.categories')}</legend>
          <Checkbox label={t('purposes.necessary.name')} hint={t('purposes.necessary.text')} defaultChecked disabled />
          {cookiePurposes.map((purpose) => (
            <Checkbox
              key={purpose}
              name={purpose}
              label={t(`purposes.${purpose}.name`)}
              hint={t(`purposes.${purpose}.text`)}
              defaultChecked={cookies?.[purpose] ?? false}
            />
          ))}
        </fieldset>
        <div className={styles.answers}>
          <Button type="submit" variant="second" name="choice" value="chosen">
            {t('banner.save')}
          </Button>
          <Button type="submit" variant="second" name="choice" value="accept">
            {t('banner.accept')}
          </Button>
          <Button type="submit" variant="second" name="choice" value="reject">
            {t('banner.reject')}
          </Button>
        </div>
      </form>
      <CookieList />
    </div>
  )
}

function lifetimeOf(seconds: number | null) {
  if (seconds === null) return { unit: 'session', count: 0 }
  if (seconds >= 365 * day) return { unit: 'year', count: 1 }
  return seconds >= day ? { unit: 'days', count: seconds / day } : { unit: 'minutes', count: seconds / minute }
}

function CookieList() {
  const t = useTranslations('consent.page')
  return (
    <section className="stack">
      <h2>{t('kept')}</h2>
      <dl className={styles.kept}>
        {cookieLifetimes.map(([name, seconds]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {t(`cookies.${name}`)}
              <span className="note">{t('life', lifetimeOf(seconds))}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small">{t('others')}</p>
      <p className="small">{t('ledger')}</p>
    </section>
  )
}
