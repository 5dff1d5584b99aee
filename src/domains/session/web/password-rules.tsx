import { useTranslations } from 'use-intl'
import { Icon } from '#kit/web/icon.tsx'
import { ringTick } from '#kit/web/icons.ts'
import { passwordRules, unmetRules } from '../rules.ts'
import styles from './password-rules.module.css'

/** What a new password needs, told before it is written and ticked while it is. */
export function PasswordRules({ password, minimumLength }: { password: string; minimumLength: number }) {
  const t = useTranslations('session.changePassword')
  const unmet = unmetRules(password, minimumLength)
  return (
    <div className={styles.rules}>
      <p>{t('needs')}</p>
      <ul className={styles.list}>
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule)
          return (
            <li key={rule} className={isMet ? styles.met : styles.unmet}>
              {isMet ? <Icon shape={ringTick} /> : <span className={styles.ring} aria-hidden="true" />}
              <span>
                <span className="visually-hidden">{t(isMet ? 'met' : 'unmet')} </span>
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
