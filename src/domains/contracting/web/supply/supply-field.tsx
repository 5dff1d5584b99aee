import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useSend } from '#kit/web/portal.ts'
import { normalizeCups, parseCups } from '#vocabulary/cups.ts'
import type { Energy, RegisteredSupply } from '../draft/wizard-draft.ts'
import { supplyQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

type SupplyFieldProps = {
  wizard: Wizard
  energy: Energy
  cups: string
  supply: RegisteredSupply | null
  onCups: (cups: string) => void
  onSupply: (supply: RegisteredSupply) => void
}

/** The CUPS field, looked up as soon as it is complete, and the register's data about it. */
export function SupplyField({ wizard, energy, cups, supply, onCups, onSupply }: SupplyFieldProps) {
  const t = useTranslations('contracting.wizard.supply')
  const isWhole = cups.length === 20 || cups.length === 22
  const isLookedUp = isWhole && parseCups(cups) !== null
  const lookup = useQuery({ ...supplyQuery(useSend(), energy, cups), enabled: isLookedUp })
  const { data, isLoading, isError, refetch } = lookup
  const applySupply = useEffectEvent(onSupply)
  const knownCups = supply?.cups
  useEffect(() => {
    if (data && data.cups !== knownCups) applySupply(data)
  }, [data, knownCups])

  return (
    <>
      <TextField
        id={wizard.idOf('cups')}
        label={t('label')}
        hint={t('hint')}
        error={wizard.errorOf('cups')}
        width="medium"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        value={cups}
        onChange={(event) => onCups(normalizeCups(event.target.value))}
      />
      <div role="status" aria-live="polite">
        {isLookedUp && isLoading && <p className="soft">{t('lookingUp')}</p>}
        {isLookedUp && data && <SupplyStatus supply={data} />}
      </div>
      {isLookedUp && isError && (
        <Banner
          tone="notice"
          action={
            <Button variant="second" isSmall onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed')}
        </Banner>
      )}
    </>
  )
}

function SupplyStatus({ supply }: { supply: RegisteredSupply }) {
  const t = useTranslations('contracting.wizard.supply')
  const tProblem = useTranslations('contracting.fieldErrors')
  const { phone_crm } = useSettings().organization
  if (supply.otherEnergy) return <Banner tone="negative">{tProblem(`cups_of_${supply.otherEnergy}`)}</Banner>
  if (!supply.isAvailable)
    return (
      <Banner tone="negative">
        {t.rich('unavailable', { phone: () => <a href={telAddress(phone_crm)}>{phone_crm}</a> })}
      </Banner>
    )
  return <Banner tone={supply.isKnown ? 'positive' : 'notice'}>{t(supply.isKnown ? 'available' : 'unknown')}</Banner>
}
