import { useTranslations } from 'use-intl'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { DescriptionList } from '#kit/web/list/description-list.tsx'
import type { ContractModel } from '../parse-contract.ts'
import styles from './contract-data.module.css'
import { ContactFacts, ContractFacts, SupplyFacts } from './contract-facts.tsx'
import { KeyFacts } from './key-facts.tsx'

/** The most important data of a contract, with the rest one click away. */
export function ContractData({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts')
  return (
    <div id="data" className="stack">
      <DescriptionList>
        <KeyFacts contract={contract} />
      </DescriptionList>
      <Disclosure summary={t('one.allData')}>
        <div className={styles.groups}>
          <section aria-labelledby="contract-data">
            <h2 id="contract-data">{t('sections.contract')}</h2>
            <DescriptionList>
              <ContractFacts contract={contract} />
            </DescriptionList>
          </section>
          <section aria-labelledby="contact-data">
            <h2 id="contact-data">{t('sections.contact')}</h2>
            <DescriptionList>
              <ContactFacts contract={contract} />
            </DescriptionList>
          </section>
          <section aria-labelledby="supply-data">
            <h2 id="supply-data">{t('sections.supply')}</h2>
            <DescriptionList>
              <SupplyFacts contract={contract} />
            </DescriptionList>
          </section>
        </div>
      </Disclosure>
    </div>
  )
}
