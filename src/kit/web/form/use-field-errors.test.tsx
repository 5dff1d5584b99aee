import { render } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { PortalContext } from '../portal.ts'
import { useFieldErrors } from './use-field-errors.ts'

const german = {
  app: { fieldErrors: { required: 'Das fehlt.', too_long_figure: 'Höchstens {figure} Zeichen.' } },
  profile: { fieldErrors: { required: 'Gib es an.' } },
  uploads: { fieldErrors: { file_empty: 'Die Datei ist leer.' } },
}

function FieldErrorsProbe({ thrown, domain }: { thrown: unknown; domain: string }) {
  const fieldErrorsOf = useFieldErrors(domain)
  return <p>{fieldErrorsOf(refusedFieldsOf(thrown)).name?.join(' ') ?? 'nothing'}</p>
}

function renderGermanErrors(thrown: unknown, domain = 'profile'): string {
  const portal = { boot: {} as never, messages: german, send: async () => undefined as never, basePath: '' }
  const { container } = render(
    <PortalContext value={{ ...portal, listeners: new Set() }}>
      <IntlProvider locale="de" messages={german as never} timeZone="Europe/Madrid">
        <FieldErrorsProbe thrown={thrown} domain={domain} />
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

describe('an error that the server reports for a field', () => {
  test.each([
    ['with the text of its domain', refused(['Falta.'], ['required']), 'profile', 'Gib es an.'],
    ['with the common text if its domain has none', refused(['Falta.'], ['required']), 'leads', 'Das fehlt.'],
    [
      'with the text of another domain on the page',
      refused(['Vacío.'], ['file_empty']),
      'leads',
      'Die Datei ist leer.',
    ],
    ['with its limit', refused(['Más.'], ['too_long:5000']), 'profile', 'Höchstens 5.000 Zeichen.'],
    [
      'one after another',
      refused(['Falta.', 'Vacío.'], ['required', 'file_empty']),
      'app',
      'Das fehlt. Die Datei ist leer.',
    ],
    ['with the server’s message if no text explains the code', refused(['Raro.'], ['odd']), 'profile', 'Raro.'],
    ['with the server’s message if there are no codes', refused(['Raro.']), 'profile', 'Raro.'],
    ['nowhere if no field is named', new Refused('busy', 503), 'profile', 'nothing'],
  ] as const)('is shown %s', (_, thrown, domain, sentence) => {
    expect(renderGermanErrors(thrown, domain)).toBe(sentence)
  })
})
