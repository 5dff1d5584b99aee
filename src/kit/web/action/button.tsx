import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import type { IconShape } from '../graphics/icons.ts'
import { Link, type LinkProps } from '../navigation/link.tsx'
import { showDisabledReason } from '../overlay/show-disabled-reason.ts'
import styles from './button.module.css'

type ButtonStyle = {
  /** `main` once in a view; `danger` has a red edge and never a red fill. */
  variant?: 'main' | 'second' | 'quiet' | 'danger'
  isSmall?: boolean
  isWide?: boolean
  icon?: IconShape
  iconAfter?: IconShape
}

export type ButtonProps = ButtonStyle & {
  isBusy?: boolean
  /** Why the button is disabled. It stays focusable and shows the reason. */
  disabledReason?: string
} & ComponentPropsWithRef<'button'>

/** A button that performs an action. A busy button keeps its width and the focus, and ignores a second press. */
export function Button({
  variant,
  isSmall,
  isWide,
  icon,
  iconAfter,
  isBusy = false,
  disabledReason,
  type = 'button',
  onClick,
  className,
  children,
  ...native
}: ButtonProps) {
  const t = useTranslations('kit')
  const isInactive = isBusy || disabledReason !== undefined
  return (
    <button
      title={disabledReason}
      {...native}
      type={type}
      className={classNames(
        buttonClassNames({ variant, isSmall, isWide }),
        isBusy && styles.busy,
        disabledReason && styles.off,
        className,
      )}
      aria-disabled={isInactive || native['aria-disabled']}
      onClick={isInactive ? (event) => preventPress(event, disabledReason) : onClick}
    >
      <Label icon={icon} iconAfter={iconAfter}>
        {children}
      </Label>
      {isBusy && (
        <>
          <BusyIndicator />
          <span className="visually-hidden">, {t('busy')}</span>
        </>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  isSmall,
  isWide,
  icon,
  iconAfter,
  className,
  children,
  ...link
}: ButtonStyle & LinkProps) {
  return (
    <Link {...link} className={classNames(buttonClassNames({ variant, isSmall, isWide }), className)}>
      <Label icon={icon} iconAfter={iconAfter}>
        {children}
      </Label>
    </Link>
  )
}

type IconOnlyProps = { icon: IconShape; label: string }

/** A quiet button with only an icon. `label` names the action and its object for users who do not see the icon. */
export function IconButton({ icon, label, className, ...native }: IconOnlyProps & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      {...native}
      className={classNames(styles.button, styles.quiet, styles.only, className)}
      aria-label={label}
      title={label}
    >
      <Icon shape={icon} />
    </button>
  )
}

/** The same as a link, e.g. for a download in a row. */
export function IconLink({ icon, label, ...link }: IconOnlyProps & LinkProps) {
  return (
    <Link {...link} className={classNames(styles.button, styles.quiet, styles.only)} aria-label={label} title={label}>
      <Icon shape={icon} />
    </Link>
  )
}

function Label({ icon, iconAfter, children }: Pick<ButtonStyle, 'icon' | 'iconAfter'> & { children?: ReactNode }) {
  return (
    <span className={styles.label}>
      {icon && <Icon shape={icon} />}
      {children}
      {iconAfter && <Icon shape={iconAfter} />}
    </span>
  )
}

function BusyIndicator() {
  return (
    <svg className={styles.rising} viewBox="0 0 26 18" aria-hidden="true">
      <rect x="0" y="12" width="7" height="6" rx="1.5" />
      <rect x="9" y="6" width="7" height="12" rx="1.5" />
      <rect x="18" y="0" width="7" height="18" rx="1.5" />
    </svg>
  )
}

function buttonClassNames({ variant = 'main', isSmall, isWide }: ButtonStyle) {
  return classNames(
    styles.button,
    variant !== 'main' && styles[variant],
    isSmall && styles.small,
    isWide && styles.wide,
  )
}

// Pressing Enter in a form also presses its button, so this prevents a second submission as well.
function preventPress(event: MouseEvent<HTMLButtonElement>, disabledReason: string | undefined) {
  event.preventDefault()
  if (disabledReason !== undefined) void showDisabledReason(event.currentTarget, disabledReason)
}
