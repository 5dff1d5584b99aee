import { useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/disclosure.tsx'
import { Facts } from '#kit/web/facts.tsx'
import styles from './contract-data.module.css'
import { ContactFacts, ContractFacts, SupplyFacts } from './contract-facts.tsx'
import { KeyFacts } from './key-facts.tsx'
import type { ReadContract } from './read-contract.ts'

/** What people look up most of a contract, and all that is known of it one press away. */
export function ContractData({ contract }: { contract: ReadContract }) {
  const t = useTranslations('contracts')
  return (
    <div id="data" className="stack">
      <Facts>
        <KeyFacts contract={contract} />
      </Facts>
      <Disclosure summary={t('one.allData')}>
        <div className={styles.groups}>
          <section aria-labelledby="contract-data">
            <h2 id="contract-data">{t('sections.contract')}</h2>
            <Facts>
              <ContractFacts contract={contract} />
            </Facts>
          </section>
          <section aria-labelledby="contact-data">
            <h2 id="contact-data">{t('sections.contact')}</h2>
            <Facts>
              <ContactFacts contract={contract} />
            </Facts>
          </section>
          <section aria-labelledby="supply-data">
            <h2 id="supply-data">{t('sections.supply')}</h2>
            <Facts>
              <SupplyFacts contract={contract} />
            </Facts>
          </section>
        </div>
      </Disclosure>
    </div>
  )
}
