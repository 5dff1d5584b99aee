import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { chart, download } from '#kit/web/graphics/icons.ts'
import { Popover } from '#kit/web/overlay/popover.tsx'

type DownloadPopoverProps = {
  /** The buttons of the file formats. */
  children: ReactNode
  /** Saves the chart as an image; undefined until it is drawn. */
  saveImage: (() => void) | undefined
}

/** A button that opens the downloads of a chart: its data in several formats, and the image once it is drawn. */
export function DownloadPopover({ children, saveImage }: DownloadPopoverProps) {
  const t = useTranslations('consumption.download')
  return (
    <Popover
      button={(props) => (
        <Button {...props} variant="second" isSmall icon={download}>
          {t('open')}
        </Button>
      )}
    >
      {(close) => (
        <div className="stack">
          {children}
          {saveImage && (
            <Button
              variant="second"
              icon={chart}
              onClick={() => {
                close()
                saveImage()
              }}
            >
              {t('image')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
