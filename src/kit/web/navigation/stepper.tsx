import { useTranslations } from 'use-intl'
import { Link } from './link.tsx'
import styles from './stepper.module.css'

export type WizardStep = {
  key: string
  label: string
  href: string
  /** Whether the step can be opened from here; by default only previous steps can. */
  isOpen?: boolean
}

/**
 * The progress in a task of several steps. Steps that can be opened are links; a phone shows the current and the next
 * one.
 */
export function Stepper({ label, steps, current }: { label: string; steps: readonly WizardStep[]; current: string }) {
  const t = useTranslations('kit.stepper')
  const present = steps.findIndex((step) => step.key === current)
  const next = steps[present + 1]
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            data-done={index < present || undefined}
            aria-current={index === present ? 'step' : undefined}
          >
            <span className={styles.number}>{t('step', { number: index + 1 })}</span>
            {(step.isOpen ?? index < present) && index !== present ? (
              <Link href={step.href}>{step.label}</Link>
            ) : (
              step.label
            )}
          </li>
        ))}
      </ol>
      <div className={styles.brief}>
        <p className={styles.words}>
          <b>
            {t('stepOf', { number: present + 1, count: steps.length })} · {steps[present]?.label}
          </b>
          {next && <span className="soft">{t('next', { name: next.label })}</span>}
        </p>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${steps.length * 50} 6`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {steps.map((step, index) => (
            <rect key={step.key} data-reached={index <= present || undefined} x={index * 50} width="47" height="6" />
          ))}
        </svg>
      </div>
    </nav>
  )
}
