import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconShape } from './icons.ts'
import { Link, type LinkProps } from './link.tsx'
import { spaced } from './spaced.ts'
import { tellWhyNot } from './tell-why-not.ts'

type Look = {
  /** `main` once in a view; `danger` has a red edge and never a red fill. */
  variant?: 'main' | 'second' | 'quiet' | 'danger'
  isSmall?: boolean
  isWide?: boolean
  icon?: IconShape
  iconAfter?: IconShape
}

export type ButtonProps = Look & {
  isBusy?: boolean
  /** Why it cannot be pressed here: it stays in reach, and says so. */
  whyNot?: string
} & ComponentPropsWithRef<'button'>

/** Does something. A busy button keeps its width and the focus, and takes no second press. */
export function Button({
  variant,
  isSmall,
  isWide,
  icon,
  iconAfter,
  isBusy = false,
  whyNot,
  type = 'button',
  onClick,
  className,
  children,
  ...native
}: ButtonProps) {
  const t = useTranslations('kit')
  const isHeld = isBusy || whyNot !== undefined
  return (
    <button
      title={whyNot}
      {...native}
      type={type}
      className={spaced(lookOf({ variant, isSmall, isWide }), isBusy && styles.busy, whyNot && styles.off, className)}
      aria-disabled={isHeld || native['aria-disabled']}
      onClick={isHeld ? (event) => ignorePress(event, whyNot) : onClick}
    >
      <Label icon={icon} iconAfter={iconAfter}>
        {children}
      </Label>
      {isBusy && (
        <>
          <RisingSteps />
          <span className="visually-hidden">, {t('busy')}</span>
        </>
      )}
    </button>
  )
}

/** Goes somewhere, and looks like a button. */
export function ButtonLink({
  variant,
  isSmall,
  isWide,
  icon,
  iconAfter,
  className,
  children,
  ...link
}: Look & LinkProps) {
  return (
    <Link {...link} className={spaced(lookOf({ variant, isSmall, isWide }), className)}>
      <Label icon={icon} iconAfter={iconAfter}>
        {children}
      </Label>
    </Link>
  )
}

type OnlyIcon = { icon: IconShape; label: string }

/** A quiet button of one icon; `label` names the action and its object for whoever does not see the icon. */
export function IconButton({ icon, label, className, ...native }: OnlyIcon & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      {...native}
      className={spaced(styles.button, styles.quiet, styles.only, className)}
      aria-label={label}
      title={label}
    >
      <Icon shape={icon} />
    </button>
  )
}

/** The same as a link, for a download in a row, say. */
export function IconLink({ icon, label, ...link }: OnlyIcon & LinkProps) {
  return (
    <Link {...link} className={spaced(styles.button, styles.quiet, styles.only)} aria-label={label} title={label}>
      <Icon shape={icon} />
    </Link>
  )
}

function Label({ icon, iconAfter, children }: Pick<Look, 'icon' | 'iconAfter'> & { children?: ReactNode }) {
  return (
    <span className={styles.label}>
      {icon && <Icon shape={icon} />}
      {children}
      {iconAfter && <Icon shape={iconAfter} />}
    </span>
  )
}

function RisingSteps() {
  return (
    <svg className={styles.rising} viewBox="0 0 26 18" aria-hidden="true">
      <rect x="0" y="12" width="7" height="6" rx="1.5" />
      <rect x="9" y="6" width="7" height="12" rx="1.5" />
      <rect x="18" y="0" width="7" height="18" rx="1.5" />
    </svg>
  )
}

function lookOf({ variant = 'main', isSmall, isWide }: Look) {
  return spaced(styles.button, variant !== 'main' && styles[variant], isSmall && styles.small, isWide && styles.wide)
}

// Pressing return in a form presses its button as well, so this also holds a second sending back.
function ignorePress(event: MouseEvent<HTMLButtonElement>, whyNot: string | undefined) {
  event.preventDefault()
  if (whyNot !== undefined) void tellWhyNot(event.currentTarget, whyNot)
}
