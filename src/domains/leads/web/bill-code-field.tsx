import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { Upload } from '#kit/web/form/upload.tsx'
import styles from './bill-code-field.module.css'

const limits = {
  maxCount: 1,
  maxBytes: 20e6,
  kinds: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
}

type FileProblem = 'noCode' | 'unreadable' | 'readerFailed'
type Outcome =
  | { kind: 'reading'; name: string }
  | { kind: 'filled'; text: string }
  | { kind: 'fileProblem'; problem: FileProblem }
  | { kind: 'wrongAddress' }

/**
 * Reads the address that an electricity bill has for the comparator of the CNMC: from a photo or a PDF of it, on the
 * device, or as pasted. `onAddress` fills in what it says, and returns a sentence about that; null where the text is no
 * such address, or says nothing of use.
 */
export function BillCodeField({ onAddress }: { onAddress: (address: string) => Promise<string | null> }) {
  const t = useTranslations('leads.billCode')
  const [address, setAddress] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function fillFrom(text: string, orElse: Outcome) {
    const filled = await onAddress(text)
    setOutcome(filled === null ? orElse : { kind: 'filled', text: filled })
  }

  async function readFile(file: File) {
    setOutcome({ kind: 'reading', name: file.name })
    const found = await findAddress(file)
    if ('text' in found) await fillFrom(found.text, { kind: 'fileProblem', problem: 'noCode' })
    else setOutcome({ kind: 'fileProblem', problem: found.problem })
  }

  return (
    <div className={styles.field}>
      <Upload
        label={t('file')}
        hint={t('fileHint')}
        kindsText={t('kinds')}
        error={outcome?.kind === 'fileProblem' ? t(outcome.problem) : undefined}
        limits={limits}
        files={[]}
        onAdd={([first]) => first && void readFile(first)}
        onRemove={() => {}}
      />
      <div className={styles.address}>
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          error={outcome?.kind === 'wrongAddress' ? t('codeWrong') : undefined}
          type="url"
          autoComplete="off"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button variant="second" onClick={() => fillFrom(address, { kind: 'wrongAddress' })}>
          {t('read')}
        </Button>
      </div>
      <div role="status">
        {outcome?.kind === 'reading' && <p className="soft">{t('reading', { name: outcome.name })}</p>}
        {outcome?.kind === 'filled' && <Banner tone="positive">{outcome.text}</Banner>}
      </div>
    </div>
  )
}

async function findAddress(file: File): Promise<{ text: string } | { problem: FileProblem }> {
  try {
    const [{ findCode }, { readComparatorCode }] = await Promise.all([
      import('#kit/web/code-reader/find-code.ts'),
      import('#vocabulary/comparator-code.ts'),
    ])
    return await findCode(file, (text) => readComparatorCode(text) !== null)
  } catch {
    // The reader could not be loaded, or has failed.
    return { problem: 'readerFailed' }
  }
}
