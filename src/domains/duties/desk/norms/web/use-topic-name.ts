import { useTranslations } from 'use-intl'

/** Returns the name of a topic that norms distinguish; one that only a row of the database names is its own name. */
export function useTopicName(): (topic: string) => string {
  const t = useTranslations('desk-norms.topics') as unknown as { (key: string): string; has(key: string): boolean }
  return (topic) => (t.has(topic) ? t(topic) : topic)
}
