import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFlag, useSettings } from '#domains/retailer/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { type Appliance, appliances } from '../appliances.ts'
import styles from './calculator.module.css'

/** Shows how the power is calculated, and whom to contact, each if the retailer offers it. */
export function HelpPanels() {
  const t = useTranslations('power-calculator.help')
  const { powerCalculator } = useSettings()
  const hasContact = useHasContact() && powerCalculator.contactPanel
  const [isOpen, setOpen] = useState(false)
  if (!powerCalculator.helpPanel && !hasContact) return null
  return (
    <div className={styles.panels}>
      {powerCalculator.helpPanel && (
        <section className={styles.panel} aria-labelledby="power-help">
          <h2 id="power-help">{t('title')}</h2>
          <p>{t('text')}</p>
          <Button variant="second" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        </section>
      )}
      {hasContact && (
        <aside className={styles.panel} aria-labelledby="power-contact">
          <h2 id="power-contact">{t('contactTitle')}</h2>
          <p>{t('contactText')}</p>
          <ButtonLink variant="second" href="/contact">
            {t('contact')}
          </ButtonLink>
        </aside>
      )}
      {isOpen && <AppliancePowersDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Shows the figures of each appliance. */
function AppliancePowersDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const kw = (power: string) => formatDecimal(power, locale)
  return (
    <Dialog title={t('help.powers')} onClose={onClose}>
      <p>{t('help.rule')}</p>
      <DescriptionList layout="pairs" isSmall>
        {(appliances as readonly Appliance[]).map(({ name, base, power, options, areaDependent, measure }) => (
          <DescriptionItem key={name} label={t(`appliances.${name}.name`)}>
            {options
              ? t('help.sizes', { from: kw(options[0]!.power), to: kw(options.at(-1)!.power) })
              : areaDependent
                ? t('help.perArea', { base: kw(base ?? '0'), power: kw(power!) })
                : measure
                  ? t('help.perCubicMetre', { power: kw(power!) })
                  : name === 'electricVehicle'
                    ? t('help.charging')
                    : t('help.each', { power: kw(power!) })}
          </DescriptionItem>
        ))}
      </DescriptionList>
      <DialogActions>
        <Button onClick={onClose}>{t('help.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Checks whether the user has access to a page to write to the retailer. */
function useHasContact(): boolean {
  const { features } = useSettings() as { features: { contact?: boolean; unsignedContact: boolean } }
  const hasCases = useFlag('crm.case')
  const { signedIn } = useBoot()
  const hasPage = useHasPage()
  return hasPage('/contact') && (signedIn ? Boolean(features.contact) && hasCases : features.unsignedContact)
}
