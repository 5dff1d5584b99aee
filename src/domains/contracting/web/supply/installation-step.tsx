import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { activityFor, residenceTypes } from '../../installation-rules.ts'
import { mainEnergy } from '../draft/wizard-draft.ts'
import { useKnownConsent } from '../review/use-known-consent.ts'
import { WizardAddressFields } from '../steps/address-part.tsx'
import { QuestionGroup } from '../steps/question-group.tsx'
import { YesNoField } from '../steps/yes-no-field.tsx'
import type { Wizard } from '../use-wizard.ts'
import { BillPrefillField } from './bill-prefill-field.tsx'
import { SupplyField } from './supply-field.tsx'

const OwnSupplyChoice = lazyPart(async () => (await import('./own-supplies.tsx')).OwnSupplyChoice)
const CurrentSupply = lazyPart(async () => (await import('./current-supply.tsx')).CurrentSupply)
const ActivityField = lazyPart(async () => (await import('./activity-field.tsx')).ActivityField)

/** The supply, its address, its use, and the initial questions. */
export function InstallationStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { kind, draft, set } = wizard
  const { installation } = draft
  const energy = mainEnergy(kind)
  const { signedIn } = useBoot()
  const tBill = useTranslations('leads.billCode')

  return (
    <>
      {signedIn && (
        <Suspense>
          <OwnSupplyChoice wizard={wizard} />
        </Suspense>
      )}
      {energy === 'electricity' && (
        <Disclosure summary={tBill('fill')}>
          <BillPrefillField wizard={wizard} />
        </Disclosure>
      )}
      <QuestionGroup title={t(`supply.title.${energy}`)}>
        <SupplyField
          wizard={wizard}
          energy={energy}
          cups={installation.cups}
          supply={installation.supply}
          onCups={(cups) => set('installation', { cups, supply: null })}
          onSupply={wizard.applySupply}
        />
      </QuestionGroup>
      <QuestionGroup title={t('groups.address')}>
        <WizardAddressFields wizard={wizard} name="address" />
      </QuestionGroup>
      <SupplyUse wizard={wizard} />
      <Permissions wizard={wizard} />
    </>
  )
}

function SupplyUse({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { kind, draft, set, idOf, errorOf } = wizard
  const { installation } = draft
  return (
    <QuestionGroup title={t('groups.use')}>
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
      <YesNoField
        id={idOf('isSupplied')}
        legend={t('fields.isSupplied')}
        hint={t('fields.isSuppliedHint')}
        error={errorOf('isSupplied')}
        value={installation.isSupplied}
        onValue={(isSupplied) => set('installation', { isSupplied })}
      />
      {installation.isSupplied && (
        <Suspense fallback={<Skeleton kind="rows" count={2} />}>
          <CurrentSupply wizard={wizard} part="installation" energy={mainEnergy(kind)} />
        </Suspense>
      )}
    </QuestionGroup>
  )
}

/** The permissions to check the solvency and to contact, where the retailer requires them. */
function Permissions({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const { config, draft, set, idOf, errorOf } = wizard
  const { installation } = draft
  const hasConsented = useKnownConsent(wizard)
  const asksToContact = config.requireLeadConsent && !hasConsented
  if (!config.mustAcceptMorosityVerification && !asksToContact) return null
  return (
    <QuestionGroup title={t('groups.permissions')}>
      {config.mustAcceptMorosityVerification && (
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
    </QuestionGroup>
  )
}
