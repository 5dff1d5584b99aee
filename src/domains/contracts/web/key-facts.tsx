import { useTranslations } from 'use-intl'
import { Fact } from '#kit/web/facts.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import { Account, CupsCode, Delivery, Powers } from './fact-values.tsx'
import type { ReadContract } from './read-contract.ts'

/** What people look up most: what they pay for, with which account, their CUPS, and whom to call when it is dark. */
export function KeyFacts({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts.facts')
  const { energy, pressure, breakdownPhone } = contract
  return (
    <>
      <Fact label={t('product')}>
        {contract.product} <span className="soft">({contract.tariff})</span>
      </Fact>
      {energy === 'electricity' ? (
        <Fact label={t('power')}>
          <Powers contract={contract} />
        </Fact>
      ) : (
        <Fact label={t('pressure')}>{pressure}</Fact>
      )}
      <Fact label={t('account')}>
        <Account contract={contract} />
      </Fact>
      <Fact label={t('cups')}>
        <CupsCode contract={contract} />
      </Fact>
      <Fact label={t('delivery')}>
        <Delivery contract={contract} />
      </Fact>
      <Fact label={t('breakdown')}>{breakdownPhone && <a href={telAddress(breakdownPhone)}>{breakdownPhone}</a>}</Fact>
    </>
  )
}
