import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Link, LinkContext, type LinkProps } from './link.tsx'

function ApplicationLink({ href, children }: LinkProps) {
  return <a href={`/es${href}`}>{children}</a>
}

test.each<[LinkProps, string, string]>([
  [{ href: '/invoices' }, '/es/invoices', 'an address of the portal goes by the application'],
  [{ href: '//evil.example/invoices' }, '//evil.example/invoices', 'two slashes lead to another host'],
  [{ href: 'https://dso.example' }, 'https://dso.example', 'so does a whole address'],
  [{ href: 'tel:+34900000000' }, 'tel:+34900000000', 'a telephone is no page'],
  [{ href: '/invoices/1', download: true }, '/invoices/1', 'a download is for the browser'],
  [{ href: '/invoices/1', target: '_blank' }, '/invoices/1', 'so is another window'],
])('%j leads to %s: %s', (props, href) => {
  render(
    <LinkContext value={ApplicationLink}>
      <Link {...props}>x</Link>
    </LinkContext>,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe(href)
})
