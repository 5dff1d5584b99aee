import { useLocale, useTranslations } from 'use-intl'
import { handOffToContract } from '#domains/contracting/web/draft/prefill.ts'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { domesticPowerWatts, minPowerWatts } from '#vocabulary/access-tariffs.ts'
import { formatDecimal, formatPower } from '#vocabulary/format.ts'
import { type Calculation, chargingCentiKw, computeChargingWatts, roundUpToContractable } from '../rules.ts'
import styles from './calculator.module.css'
import { keyOf } from './calculator-fields.tsx'
import { MeasuredAdvice } from './measured-advice.tsx'
import { findContractingAddress } from './next-addresses.ts'
import { sendPowerLeadForm } from './queries.ts'

type CalculatorResultProps = { calculation: Calculation; onBack: () => void; onSent: (name: string) => void }

/** Shows the power that the appliances need, and the next steps. */
export function CalculatorResult({ calculation, onBack, onSent }: CalculatorResultProps) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const { signedIn } = useBoot()
  const { area, people, simultaneity, optimalCentiKw, carCount } = calculation
  const kilowatts = useKilowatts()
  const contractable = roundUpToContractable(optimalCentiKw)

  return (
    <div className={styles.result}>
      <SummaryCard
        label={t('result.label')}
        figure={formatPower(contractable, locale)}
        actions={
          <Button variant="second" onClick={onBack}>
            {t('result.back')}
          </Button>
        }
      >
        {t('result.text', {
          people,
          area: formatDecimal(area, locale),
          simultaneity: keyOf[simultaneity],
        })}
      </SummaryCard>
      <p>
        {t('result.needed', { power: kilowatts(optimalCentiKw) })}{' '}
        {contractable > domesticPowerWatts
          ? t('result.six')
          : t('result.contractable', {
              power: formatPower(contractable, locale),
              least: formatPower(minPowerWatts, locale),
            })}
      </p>
      {carCount > 0 && <Charging calculation={calculation} />}
      <CountedAppliances calculation={calculation} />
      {signedIn && <MeasuredAdvice calculatedCentiKw={optimalCentiKw} />}
      <NextSteps calculation={calculation} />
      <CallRequest calculation={calculation} onSent={onSent} />
    </div>
  )
}

/** Shows the power that the cars need to be charged at night. */
function Charging({ calculation }: Pick<CalculatorResultProps, 'calculation'>) {
  const t = useTranslations('power-calculator.charging')
  const locale = useLocale()
  const { managed, unmanaged } = computeChargingWatts(calculation)
  const power = (watts: number) => formatPower(watts, locale)
  return (
    <section className={styles.section} aria-labelledby="power-charging">
      <h2 id="power-charging">{t('title')}</h2>
      <p>
        {t('text', {
          slow: power(roundUpToContractable(chargingCentiKw.slow)),
          fast: power(roundUpToContractable(chargingCentiKw.fast)),
        })}
      </p>
      <div className={styles.narrow}>
        <DescriptionList layout="pairs">
          <DescriptionItem label={t('managed')}>{power(managed)}</DescriptionItem>
          <DescriptionItem label={t('unmanaged', { count: calculation.carCount })}>{power(unmanaged)}</DescriptionItem>
        </DescriptionList>
      </div>
      <p className="note">{t('byDay')}</p>
    </section>
  )
}

/** Shows how to contact the retailer without waiting for a call. */
function RetailerContact() {
  const t = useTranslations('power-calculator.leadForm')
  const { organization } = useSettings()
  const { phone_crm, email, schedule } = organization
  const phone = phone_crm || organization.phone
  if (!phone && !email) return null
  return (
    <DescriptionList>
      {phone && (
        <DescriptionItem label={t('phone')}>
          <a href={telAddress(phone)}>{phone}</a>
          {schedule && <span className="note"> {schedule}</span>}
        </DescriptionItem>
      )}
      {email && (
        <DescriptionItem label={t('email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </DescriptionItem>
      )}
    </DescriptionList>
  )
}

/** Returns how a power is written that cannot be contracted as it is. */
function useKilowatts(): (centiKw: number) => string {
  const locale = useLocale()
  return (centiKw) => `${formatDecimal(centiKw / 100, locale, { decimals: 2 })}\u00a0kW`
}

function CountedAppliances({ calculation }: Pick<CalculatorResultProps, 'calculation'>) {
  const t = useTranslations('power-calculator')
  const kilowatts = useKilowatts()
  const { appliances, optimalCentiKw } = calculation
  return (
    <section className={styles.section} aria-labelledby="power-counted">
      <h2 id="power-counted">{t('result.counted')}</h2>
      <div className={styles.narrow}>
        <DescriptionList layout="pairs">
          {appliances
            .filter(({ isEnabled }) => isEnabled)
            .map(({ name, centiKw }) => (
              <DescriptionItem key={name} label={t(`appliances.${name}.name`)}>
                {kilowatts(centiKw)}
              </DescriptionItem>
            ))}
          <DescriptionItem label={t('result.total')} isTotal>
            {kilowatts(optimalCentiKw)}
          </DescriptionItem>
        </DescriptionList>
      </div>
    </section>
  )
}

/** The ways on: to the own contracts, and to a new contract with the calculated power. */
function NextSteps({ calculation }: Pick<CalculatorResultProps, 'calculation'>) {
  const t = useTranslations('power-calculator.result')
  const { signedIn } = useBoot()
  const settings = useSettings()
  const hasPage = useHasPage()
  const { cups, optimalCentiKw, carCount } = calculation
  const contractable = roundUpToContractable(optimalCentiKw)
  const contracting = findContractingAddress(settings, { isSignedIn: signedIn !== null, hasPage })
  // The displayed powers are prefilled: cars charge in the valley period.
  const watts = carCount > 0 ? [contractable, computeChargingWatts(calculation).managed] : [contractable]
  const handOff = () =>
    handOffToContract({
      energy: 'electricity',
      cups,
      powers: { kw: watts.map((each) => each / 1_000), areRequested: true },
    })
  return (
    <div className={classNames(styles.panels, 'screen-only')}>
      <section className={styles.panel} aria-labelledby="power-customer">
        <h2 id="power-customer">{t('customer.title')}</h2>
        <p>{t('customer.text')}</p>
        <ButtonLink variant="second" href="/">
          {t('customer.go')}
        </ButtonLink>
      </section>
      {contracting && (
        <section className={styles.panel} aria-labelledby="power-new">
          <h2 id="power-new">{t('new.title')}</h2>
          <p>{t('new.text')}</p>
          <ButtonLink variant="second" href={contracting} onClick={handOff}>
            {t('new.go')}
          </ButtonLink>
        </section>
      )}
    </div>
  )
}

function CallRequest({ calculation, onSent }: Pick<CalculatorResultProps, 'calculation' | 'onSent'>) {
  const t = useTranslations('power-calculator.leadForm')
  const send = useSend()
  const { cups, area, people, simultaneity, appliances, optimalCentiKw } = calculation
  return (
    <section className={classNames(styles.section, 'screen-only')} aria-labelledby="power-lead">
      <h2 id="power-lead">{t('title')}</h2>
      <p className="soft">{t('text')}</p>
      <RetailerContact />
      <LeadForm
        name="power"
        action={t('send')}
        onSend={async (contact) => {
          const kw = (centiKw: number) => centiKw / 100
          await sendPowerLeadForm(send, {
            ...contact,
            cups,
            optimalPower: kw(optimalCentiKw),
            maxPower: kw(optimalCentiKw),
            appliances: appliances.map(({ name, isEnabled, centiKw }) => ({
              name,
              enabled: isEnabled,
              totalPower: kw(centiKw),
            })),
            area,
            numPersones: people,
            cofSimul: Number(simultaneity),
          })
          onSent(contact.name)
        }}
      />
    </section>
  )
}
