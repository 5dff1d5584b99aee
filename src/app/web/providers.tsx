import { useLinkProps } from '@tanstack/react-router'
import type { ForwardedRef, ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { KnownPagesContext } from '#kit/web/navigation/known-pages.ts'
import { LinkContext, type LinkProps } from '#kit/web/navigation/link.tsx'
import { type Portal, PortalContext, useBoot } from '#kit/web/portal.ts'
import { hasPage } from './paths.ts'
import { PortalLanguages } from './portal-languages.tsx'

/** Provides language, texts, time, calls and links to all components. */
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

// The router computes a link's URL once, so another language needs another link.
function PortalLink(props: LinkProps) {
  const { locale } = useBoot()
  return <LocalLink key={locale} {...props} />
}

// Links inside the portal are written in key form (`/invoices?contractType=gas`); the router translates them to the
// visitor's language. Menus and tabs mark the current page themselves: the router would mark every prefix of its path.
function LocalLink({ href, ref, ...rest }: LinkProps) {
  const { pathname, searchParams, hash } = new URL(href, 'http://portal')
  const target = { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) || undefined }
  const anchor = useLinkProps({ ...(rest as object), ...target } as never, ref as ForwardedRef<Element>)
  return (
    <a {...anchor} {...{ className: rest.className, 'aria-current': rest['aria-current'], 'data-status': undefined }} />
  )
}
