import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import type { ContractResult } from '../draft/wizard-draft.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'
import { ServerText } from './server-text.tsx'

/** The end page: the next steps in the server's text, and where the contract is signed. */
export function FinishStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const goTo = useGoTo()
  const { draft, forget } = wizard
  const { ended: results } = draft
  const texts = withoutRepeatedBlocks(results)
  const links = results.filter(
    ({ signatureUrl }, index) =>
      signatureUrl && results.findIndex((other) => other.signatureUrl === signatureUrl) === index,
  )
  const isForBoth = results.length > 1 && links.length === 1

  async function goHome() {
    await goTo('/')
    forget()
  }

  return (
    <div className={styles.finish}>
      {texts.some(({ body }) => body.trim()) ? (
        texts.map(({ energy, format, body }) => <ServerText key={energy} format={format} body={body} />)
      ) : (
        <p>{t('sent')}</p>
      )}
      {results.map(
        ({ energy, reference }) =>
          reference && (
            <p key={energy}>{t(results.length > 1 ? `referenceOf.${energy}` : 'reference', { reference })}</p>
          ),
      )}
      <div className="line">
        {links.map(({ energy, signatureUrl }) => (
          <ButtonLink key={energy} href={signatureUrl!}>
            {isForBoth ? t('signBoth') : results.length > 1 ? t(`signOf.${energy}`) : t('sign')}
          </ButtonLink>
        ))}
        <Button variant={links.length > 0 ? 'second' : 'main'} onClick={() => void goHome()}>
          {t('goHome')}
        </Button>
      </div>
    </div>
  )
}

/** Merges the results of a dual contract: a paragraph that an earlier one contains is left out. */
function withoutRepeatedBlocks(results: readonly ContractResult[]): ContractResult[] {
  const seenBlocks = new Set<string>()
  return results.flatMap((result) => {
    const blocks = result.format === 'markdown' ? result.body.split(/\n{2,}/) : [result.body]
    const newBlocks = blocks.filter((block) => block.trim() !== '' && !seenBlocks.has(block))
    for (const block of newBlocks) seenBlocks.add(block)
    return newBlocks.length > 0 ? [{ ...result, body: newBlocks.join('\n\n') }] : []
  })
}
