import { useLinkProps } from '@tanstack/react-router'
import type { ForwardedRef, ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { KnownPagesContext } from '#kit/web/known-pages.ts'
import { LinkContext, type LinkProps } from '#kit/web/link.tsx'
import { type Portal, PortalContext, useBoot } from '#kit/web/portal.ts'
import { hasPage } from './paths.ts'
import { PortalLanguages } from './portal-languages.tsx'

/** Language, texts, time, calls and links for everything that is drawn. */
export function Providers({ portal, children }: { portal: Portal; children: ReactNode }) {
  return (
    <PortalContext value={portal}>
      <LinkContext value={PortalLink}>
        <KnownPagesContext value={hasPage}>
          <PortalLanguages>
            <Texts messages={portal.messages}>{children}</Texts>
          </PortalLanguages>
        </KnownPagesContext>
      </LinkContext>
    </PortalContext>
  )
}

function Texts({ messages, children }: { messages: Portal['messages']; children: ReactNode }) {
  const { locale, now } = useBoot()
  return (
    <IntlProvider locale={locale} messages={messages as never} timeZone="Europe/Madrid" now={new Date(now)}>
      {children}
    </IntlProvider>
  )
}

// Its address is worked out once, so in another language it is another link.
function PortalLink(props: LinkProps) {
  const { locale } = useBoot()
  return <LocalLink key={locale} {...props} />
}

// Addresses inside the portal are written in key form (`/invoices?contractType=gas`); the router puts them into the visitor's
// language. What is the present page, the menus and tabs say themselves: the router would call every beginning of its path so.
function LocalLink({ href, ref, ...rest }: LinkProps) {
  const { pathname, searchParams, hash } = new URL(href, 'http://portal')
  const target = { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) || undefined }
  const anchor = useLinkProps({ ...(rest as object), ...target } as never, ref as ForwardedRef<Element>)
  return (
    <a {...anchor} {...{ className: rest.className, 'aria-current': rest['aria-current'], 'data-status': undefined }} />
  )
}
