import { useLocale, useTranslations } from 'use-intl'
import { bringToContract } from '#domains/contracting/web/brought.ts'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { spaced } from '#kit/web/spaced.ts'
import { telAddress } from '#kit/web/tel-address.ts'
import { domesticPowerWatts, leastPowerWatts } from '#vocabulary/access-tariffs.ts'
import { formatDecimal, formatPower } from '#vocabulary/format.ts'
import { type Calculation, chargingCentiKw, chargingWatts, contractableWatts } from '../rules.ts'
import styles from './calculator.module.css'
import { keyOf } from './calculator-form.tsx'
import { OwnAdvice } from './own-advice.tsx'
import { sendLead } from './queries.ts'
import { contractingAddress } from './ways-on.ts'

type ResultProps = { calculation: Calculation; onBack: () => void; onSent: (name: string) => void }

/** What the appliances come to, and the ways on. */
export function Result({ calculation, onBack, onSent }: ResultProps) {
  const t = useTranslations('power-calculator')
  const locale = useLocale()
  const send = useSend()
  const { signedIn } = useBoot()
  const settings = useSettings()
  const hasPage = useHasPage()
  const { cups, area, people, simultaneity, appliances, optimalCentiKw, carCount } = calculation
  const kilowatts = (centiKw: number) => `${formatDecimal(centiKw / 100, locale, { decimals: 2 })}\u00a0kW`
  const contractable = contractableWatts(optimalCentiKw)
  const contracting = contractingAddress(settings, { isSignedIn: signedIn !== null, hasPage })
  // The powers that are told go along: cars charge in the valley.
  const watts = carCount > 0 ? [contractable, chargingWatts(calculation).managed] : [contractable]
  const bring = () =>
    bringToContract({
      energy: 'electricity',
      cups,
      powers: { kw: watts.map((each) => each / 1_000), areWanted: true },
    })

  return (
    <div className={styles.result}>
      <Plate
        label={t('result.label')}
        figure={formatPower(contractable, locale)}
        actions={
          <Button variant="second" onClick={onBack}>
            {t('result.back')}
          </Button>
        }
      >
        {t('result.words', {
          people,
          area: formatDecimal(area, locale),
          simultaneity: keyOf[simultaneity],
        })}
      </Plate>
      <p>
        {t('result.needed', { power: kilowatts(optimalCentiKw) })}{' '}
        {contractable > domesticPowerWatts
          ? t('result.six')
          : t('result.contractable', {
              power: formatPower(contractable, locale),
              least: formatPower(leastPowerWatts, locale),
            })}
      </p>
      {carCount > 0 && <Charging calculation={calculation} />}
      <section className={styles.section} aria-labelledby="power-counted">
        <h2 id="power-counted">{t('result.counted')}</h2>
        <div className={styles.narrow}>
          <Facts layout="pairs">
            {appliances
              .filter(({ isEnabled }) => isEnabled)
              .map(({ name, centiKw }) => (
                <Fact key={name} label={t(`appliances.${name}.name`)}>
                  {kilowatts(centiKw)}
                </Fact>
              ))}
            <Fact label={t('result.total')} isTotal>
              {kilowatts(optimalCentiKw)}
            </Fact>
          </Facts>
        </div>
      </section>
      {signedIn && <OwnAdvice calculatedCentiKw={optimalCentiKw} />}
      <div className={spaced(styles.panels, 'screen-only')}>
        <section className={styles.panel} aria-labelledby="power-customer">
          <h2 id="power-customer">{t('result.customer.title')}</h2>
          <p>{t('result.customer.words')}</p>
          <ButtonLink variant="second" href="/">
            {t('result.customer.go')}
          </ButtonLink>
        </section>
        {contracting && (
          <section className={styles.panel} aria-labelledby="power-new">
            <h2 id="power-new">{t('result.new.title')}</h2>
            <p>{t('result.new.words')}</p>
            <ButtonLink variant="second" href={contracting} onClick={bring}>
              {t('result.new.go')}
            </ButtonLink>
          </section>
        )}
      </div>
      <section className={spaced(styles.section, 'screen-only')} aria-labelledby="power-lead">
        <h2 id="power-lead">{t('leadForm.title')}</h2>
        <p className="soft">{t('leadForm.words')}</p>
        <OwnPhone />
        <LeadForm
          name="power"
          action={t('leadForm.send')}
          onSend={async (contact) => {
            const kw = (centiKw: number) => centiKw / 100
            await sendLead(send, {
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
    </div>
  )
}

/** What the cars need to be charged at night. */
function Charging({ calculation }: Pick<ResultProps, 'calculation'>) {
  const t = useTranslations('power-calculator.charging')
  const locale = useLocale()
  const { managed, unmanaged } = chargingWatts(calculation)
  const power = (watts: number) => formatPower(watts, locale)
  return (
    <section className={styles.section} aria-labelledby="power-charging">
      <h2 id="power-charging">{t('title')}</h2>
      <p>
        {t('words', {
          slow: power(contractableWatts(chargingCentiKw.slow)),
          fast: power(contractableWatts(chargingCentiKw.fast)),
        })}
      </p>
      <div className={styles.narrow}>
        <Facts layout="pairs">
          <Fact label={t('managed')}>{power(managed)}</Fact>
          <Fact label={t('unmanaged', { count: calculation.carCount })}>{power(unmanaged)}</Fact>
        </Facts>
      </div>
      <p className="note">{t('byDay')}</p>
    </section>
  )
}

/** How the retailer is reached without waiting for a call. */
function OwnPhone() {
  const t = useTranslations('power-calculator.leadForm')
  const { organization } = useSettings()
  const { phone_crm, email, schedule } = organization
  const phone = phone_crm || organization.phone
  if (!phone && !email) return null
  return (
    <Facts>
      {phone && (
        <Fact label={t('phone')}>
          <a href={telAddress(phone)}>{phone}</a>
          {schedule && <span className="note"> {schedule}</span>}
        </Fact>
      )}
      {email && (
        <Fact label={t('email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
    </Facts>
  )
}
