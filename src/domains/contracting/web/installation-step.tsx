import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { ChoiceList } from '#kit/web/choice-list.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { activityFor, residenceTypes } from '../installation-rules.ts'
import { AddressPart } from './address-part.tsx'
import { Group } from './group.tsx'
import { SupplyField } from './supply-field.tsx'
import { useGivenConsent } from './use-given-consent.ts'
import type { Wizard } from './use-wizard.ts'
import { mainEnergy } from './wizard-draft.ts'
import { YesNo } from './yes-no.tsx'

const OwnSupplies = lazy(async () => ({ default: (await import('./own-supplies.tsx')).OwnSupplies }))
const CurrentSupply = lazy(async () => ({ default: (await import('./current-supply.tsx')).CurrentSupply }))
const ActivityField = lazy(async () => ({ default: (await import('./activity-field.tsx')).ActivityField }))

/** The supply, where it is, what it is for, and what is asked before anything else. */
export function InstallationStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { kind, asked, draft, set, idOf, errorOf } = wizard
  const { installation } = draft
  const energy = mainEnergy(kind)
  const hasConsented = useGivenConsent(wizard)
  const asksToContact = asked.requireLeadConsent && !hasConsented
  const { signedIn } = useBoot()

  return (
    <>
      {signedIn && (
        <Suspense>
          <OwnSupplies wizard={wizard} />
        </Suspense>
      )}
      <Group title={t(`supply.title.${energy}`)}>
        <SupplyField
          wizard={wizard}
          energy={energy}
          cups={installation.cups}
          supply={installation.supply}
          onCups={(cups) => set('installation', { cups, supply: null })}
          onSupply={wizard.takeSupply}
        />
      </Group>
      <Group title={t('groups.address')}>
        <AddressPart wizard={wizard} name="address" />
      </Group>
      <Group title={t('groups.use')}>
        <ChoiceList
          isRow
          legend={t('fields.residence')}
          options={residenceTypes.map((value) => ({ value, label: t(`residence.${value}`) }))}
          value={installation.residence}
          onValue={(residence) =>
            set('installation', (before) => ({ residence, activityId: activityFor(residence, before.activityId) }))
          }
        />
        {installation.residence === 'business' && (
          <Suspense>
            <ActivityField wizard={wizard} />
          </Suspense>
        )}
        <YesNo
          id={idOf('isSupplied')}
          legend={t('fields.isSupplied')}
          hint={t('fields.isSuppliedHint')}
          error={errorOf('isSupplied')}
          value={installation.isSupplied}
          onValue={(isSupplied) => set('installation', { isSupplied })}
        />
        {installation.isSupplied && (
          <Suspense fallback={<Skeleton kind="rows" count={2} />}>
            <CurrentSupply wizard={wizard} part="installation" energy={energy} />
          </Suspense>
        )}
      </Group>
      {(asked.mustAcceptMorosityVerification || asksToContact) && (
        <Group title={t('groups.permissions')}>
          {asked.mustAcceptMorosityVerification && (
            <Checkbox
              id={idOf('permitsSolvencyCheck')}
              label={t('fields.permitsSolvencyCheck')}
              hint={t('fields.permitsSolvencyCheckHint')}
              error={errorOf('permitsSolvencyCheck')}
              checked={installation.permitsSolvencyCheck}
              onChange={({ target }) => set('installation', { permitsSolvencyCheck: target.checked })}
            />
          )}
          {asksToContact && (
            <Checkbox
              id={idOf('permitsContact')}
              label={t('fields.permitsContact')}
              error={errorOf('permitsContact')}
              checked={installation.permitsContact}
              onChange={({ target }) => set('installation', { permitsContact: target.checked })}
            />
          )}
        </Group>
      )}
    </>
  )
}
