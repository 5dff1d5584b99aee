import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import { ServerWords } from './server-words.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from './wizard.module.css'
import type { Ending } from './wizard-draft.ts'

/** What happens next, in the words of the server, and where the contract is signed. */
export function FinishStep({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting.wizard')
  const goTo = useGoTo()
  const { draft, forget } = wizard
  const { ended } = draft
  const told = toldOnce(ended)
  const links = ended.filter(
    ({ signatureUrl }, place) =>
      signatureUrl && ended.findIndex((other) => other.signatureUrl === signatureUrl) === place,
  )
  const isForBoth = ended.length > 1 && links.length === 1

  async function goHome() {
    await goTo('/')
    forget()
  }

  return (
    <div className={styles.finish}>
      {told.some(({ body }) => body.trim()) ? (
        told.map(({ energy, format, body }) => <ServerWords key={energy} format={format} body={body} />)
      ) : (
        <p>{t('sent')}</p>
      )}
      {ended.map(
        ({ energy, reference }) =>
          reference && <p key={energy}>{t(ended.length > 1 ? `referenceOf.${energy}` : 'reference', { reference })}</p>,
      )}
      <div className="line">
        {links.map(({ energy, signatureUrl }) => (
          <ButtonLink key={energy} href={signatureUrl!}>
            {isForBoth ? t('signBoth') : ended.length > 1 ? t(`signOf.${energy}`) : t('sign')}
          </ButtonLink>
        ))}
        <Button variant={links.length > 0 ? 'second' : 'main'} onClick={() => void goHome()}>
          {t('goHome')}
        </Button>
      </div>
    </div>
  )
}

/** What both halves of a dual contract say is said once: a paragraph that one before has said is left out. */
function toldOnce(ended: readonly Ending[]): Ending[] {
  const said = new Set<string>()
  return ended.flatMap((ending) => {
    const blocks = ending.format === 'markdown' ? ending.body.split(/\n{2,}/) : [ending.body]
    const fresh = blocks.filter((block) => block.trim() !== '' && !said.has(block))
    for (const block of fresh) said.add(block)
    return fresh.length > 0 ? [{ ...ending, body: fresh.join('\n\n') }] : []
  })
}
