import { render } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { Refused } from '../refusal.ts'
import { refusedFields } from '../refused-fields.ts'
import { PortalContext } from './portal.ts'
import { useFieldErrors } from './use-field-errors.ts'

const german = {
  app: { fieldErrors: { required: 'Das fehlt.', too_long_figure: 'Höchstens {figure} Zeichen.' } },
  profile: { fieldErrors: { required: 'Gib es an.' } },
  uploads: { fieldErrors: { file_empty: 'Die Datei ist leer.' } },
}

function Told({ thrown, domain }: { thrown: unknown; domain: string }) {
  const fieldErrorsOf = useFieldErrors(domain)
  return <p>{fieldErrorsOf(refusedFields(thrown)).name?.join(' ') ?? 'nothing'}</p>
}

function toldInGerman(thrown: unknown, domain = 'profile'): string {
  const portal = { boot: {} as never, messages: german, send: async () => undefined as never, basePath: '' }
  const { container } = render(
    <PortalContext value={{ ...portal, listeners: new Set() }}>
      <IntlProvider locale="de" messages={german as never} timeZone="Europe/Madrid">
        <Told thrown={thrown} domain={domain} />
      </IntlProvider>
    </PortalContext>,
  )
  return container.textContent!
}

const refused = (sentences: string[], codes?: string[]) =>
  new Refused('invalid', 400, {
    fields: { name: sentences },
    extra: { error: { code: 'invalid', ...(codes && { fields: { name: codes } }) } },
  })

describe('what the server finds wrong with a field', () => {
  test.each([
    ['in the words of its domain', refused(['Falta.'], ['required']), 'profile', 'Gib es an.'],
    ['in the common ones where its domain has none', refused(['Falta.'], ['required']), 'leads', 'Das fehlt.'],
    ['in those of another domain on the page', refused(['Vacío.'], ['file_empty']), 'leads', 'Die Datei ist leer.'],
    ['with its figure', refused(['Más.'], ['too_long:5000']), 'profile', 'Höchstens 5.000 Zeichen.'],
    [
      'one after the other',
      refused(['Falta.', 'Vacío.'], ['required', 'file_empty']),
      'app',
      'Das fehlt. Die Datei ist leer.',
    ],
    ['in its own sentence where no text explains the code', refused(['Raro.'], ['odd']), 'profile', 'Raro.'],
    ['in its own sentence where it tells no codes', refused(['Raro.']), 'profile', 'Raro.'],
    ['nowhere where it says nothing of fields', new Refused('busy', 503), 'profile', 'nothing'],
  ] as const)('is told %s', (_, thrown, domain, sentence) => {
    expect(toldInGerman(thrown, domain)).toBe(sentence)
  })
})
