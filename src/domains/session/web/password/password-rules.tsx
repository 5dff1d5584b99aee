import { useTranslations } from 'use-intl'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { ringTick } from '#kit/web/graphics/icons.ts'
import { passwordRules, unmetPasswordRules } from '../../rules.ts'
import styles from './password-rules.module.css'

/** Shows the requirements of a new password before it is entered, and ticks them meanwhile. */
export function PasswordRules({ password, minimumLength }: { password: string; minimumLength: number }) {
  const t = useTranslations('session.changePassword')
  const unmet = unmetPasswordRules(password, minimumLength)
  return (
    <div className={styles.rules}>
      <p>{t('needs')}</p>
      <ul className={styles.list}>
        {passwordRules.map((rule) => {
          const isFulfilled = !unmet.includes(rule)
          return (
            <li key={rule} className={isFulfilled ? styles.met : styles.unmet}>
              {isFulfilled ? <Icon shape={ringTick} /> : <span className={styles.ring} aria-hidden="true" />}
              <span>
                <span className="visually-hidden">{t(isFulfilled ? 'met' : 'unmet')} </span>
                {t(`rules.${rule}`, { count: minimumLength })}
              </span>
            </li>
          )
        })}
      </ul>
      <p>{t('advice')}</p>
    </div>
  )
}
