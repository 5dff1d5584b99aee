import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import styles from '../kit-page.module.css'
import type texts from './texts/es.json'

/** The folders of the kit, in the order of the page. */
export type GroupName = keyof typeof texts.groups

/** The components of a folder of the kit. */
export function SampleGroup({ name, children }: { name: GroupName; children: ReactNode }) {
  const t = useTranslations('kit-page.groups')
  return (
    <section className={styles.group} id={name}>
      <h2>{t(name)}</h2>
      {children}
    </section>
  )
}

type SampleSectionProps = {
  /** The component, as it is exported. */
  name: keyof typeof texts.purposes
  /** How it is written, with what it needs. */
  usage: string
  /** The component in its states. */
  children: ReactNode
}

/** A component of the kit: what it is for, its states, and how it is used. The texts of the samples are Spanish. */
export function SampleSection({ name, usage, children }: SampleSectionProps) {
  const t = useTranslations('kit-page')
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <p className="soft">{t(`purposes.${name}`)}</p>
      </header>
      <div className={styles.sample} lang="es">
        {children}
      </div>
      <pre className={styles.usage}>
        <code>{usage}</code>
      </pre>
    </section>
  )
}
