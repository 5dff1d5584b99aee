import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { envelope, phone } from '#kit/web/graphics/icons.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { Popover, type PopoverButton } from '#kit/web/overlay/popover.tsx'
import { formatLabelled } from '#vocabulary/format.ts'
import styles from './help-popover.module.css'
import type { PortalMenu } from './menu.ts'

type HelpPopoverProps = {
  menu: PortalMenu
  /** The edge of the button that the panel is aligned with. */
  align: 'start' | 'end'
  button: (props: PopoverButton) => ReactNode
}

/**
 * The contact details, one click away and in the same place on every page. Renders nothing if the operator provides
 * none.
 */
export function HelpPopover({ menu, align, button }: HelpPopoverProps) {
  const { helpDialog } = useSettings()
  if (!helpDialog.enabled) return null
  return (
    <Popover isEager align={align} button={button}>
      {(close) => <HelpPanel menu={menu} onFollow={close} />}
    </Popover>
  )
}

function HelpPanel({ menu, onFollow }: { menu: PortalMenu; onFollow: () => void }) {
  const t = useTranslations('shell.help')
  const locale = useLocale()
  const { organization, helpDialog } = useSettings()
  const contact = helpDialog.contactButton
    ? menu.places.find(({ name }) => name === 'help' || name === 'contact')
    : undefined
  return (
    <section className={styles.panel} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <ul className={styles.ways}>
        {organization.phone && (
          <li>
            <Icon shape={phone} />
            <div>
              <a
                href={telAddress(organization.phone)}
                aria-label={formatLabelled(t('phone'), organization.phone, locale)}
              >
                {organization.phone}
              </a>
              {organization.schedule && <p className="note">{organization.schedule}</p>}
            </div>
          </li>
        )}
        {organization.email && (
          <li>
            <Icon shape={envelope} />
            <a
              href={`mailto:${organization.email}`}
              aria-label={formatLabelled(t('email'), organization.email, locale)}
            >
              {organization.email}
            </a>
          </li>
        )}
      </ul>
      <p className="small">
        <Link href="/easy-reading" onClick={onFollow}>
          {t('easyReading')}
        </Link>
      </p>
      {contact && (
        <ButtonLink variant="second" isWide href={contact.href} onClick={onFollow}>
          {t('write')}
        </ButtonLink>
      )}
    </section>
  )
}
