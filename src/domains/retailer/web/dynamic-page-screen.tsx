import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSend } from '#kit/web/portal.ts'
import { HtmlBlocks } from './html-blocks.tsx'
import { htmlPageQuery, htmlRoutesQuery } from './queries.ts'
import { useWindowTitle } from './use-window-title.ts'

export { loadDynamicPage as load } from './load-pages.ts'

/** A page of the retailer: the title of the button that leads to it, and its blocks. */
export function DynamicPageScreen() {
  const send = useSend()
  const { pageId = '' } = useParams({ strict: false }) as { pageId?: string }
  const { data: routes } = useSuspenseQuery(htmlRoutesQuery(send))
  const { data: blocks } = useSuspenseQuery(htmlPageQuery(send, pageId))
  const route = routes.find(({ id }) => String(id) === pageId)
  useWindowTitle(route?.btn_title ?? '')
  return (
    <div className="stack stack-wide">
      <h1>{route?.btn_title}</h1>
      <HtmlBlocks blocks={blocks} />
    </div>
  )
}
