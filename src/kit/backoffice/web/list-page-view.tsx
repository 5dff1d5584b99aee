import { Suspense } from 'react'
import { useLocale } from 'use-intl'
import { DeskHeading } from './desk-heading.tsx'
import type { ListPage } from './list-page.ts'
import { ListSection, useListPageView } from './list-section.tsx'
import { useListTexts } from './use-list-texts.ts'

/** A list page of the back office: its heading, and the list with its tabs, search box and filters. */
export function ListPageView({ page }: { page: ListPage }) {
  const { t, text, optionalText } = useListTexts(page)
  const context = { t, locale: useLocale(), view: useListPageView(page), controls: page.useControls?.() }
  const { above, back } = page
  const list = <ListSection page={page} controls={context.controls} />
  return (
    <>
      <DeskHeading
        title={text('title')}
        about={optionalText('about')}
        action={page.action?.(context)}
        back={back && { href: back.href, label: t(back.label) }}
      />
      {above ? (
        <>
          <above.Content />
          <section className="stack" aria-labelledby="list-title">
            <h2 id="list-title">{t(above.title)}</h2>
            {list}
          </section>
        </>
      ) : (
        list
      )}
      {page.below?.(context)}
      <Suspense>{page.dialog?.(context)}</Suspense>
    </>
  )
}
