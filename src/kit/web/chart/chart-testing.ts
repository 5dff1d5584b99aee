import type uPlot from 'uplot'

const sizePx = { width: 800, height: 400 }
const scaleWidthPx = 50

/** The plots that stand, the newest last. */
export const plots: PlotStandIn[] = []

/**
 * Stands for uPlot in jsdom, which has no canvas: it keeps what it is given, works out where values are on the screen as
 * uPlot does, and draws nothing. `vi.mock('uplot', async () => ({ default: (await import('./chart-testing.ts')).PlotStandIn }))`.
 */
export class PlotStandIn {
  static pxRatio = 1
  readonly root = document.createElement('div')
  readonly over = document.createElement('div')
  readonly cursor: { left?: number } = {}
  readonly select = { left: 0, top: 0, width: 0, height: 0 }
  readonly ctx = { canvas: document.createElement('canvas') }
  readonly width: number
  readonly height: number
  private readonly options: uPlot.Options

  constructor(options: uPlot.Options, _data: uPlot.AlignedData, host: HTMLElement) {
    this.options = options
    this.width = options.width
    this.height = options.height
    this.root.append(this.over)
    host.append(this.root)
    plots.push(this)
  }

  setData() {}
  setSize() {}
  setSelect() {}

  /** The least and the greatest value of a scale, as it stands now. */
  range(scale: string): [number, number] {
    const range = this.options.scales![scale]!.range as uPlot.Range.Function
    return range(this as never, 0, 0, scale) as [number, number]
  }

  valToPos(value: number, scale: string): number {
    const [least, greatest] = this.range(scale)
    return ((value - least) / (greatest - least)) * (this.width - scaleWidthPx)
  }

  posToVal(position: number, scale: string): number {
    const [least, greatest] = this.range(scale)
    return least + (position / (this.width - scaleWidthPx)) * (greatest - least)
  }

  /** Moves the mouse over a bar. */
  hover(bar: number) {
    this.cursor.left = this.valToPos(bar, 'x')
    for (const tell of this.options.hooks!.setCursor ?? []) tell?.(this as never)
  }

  /** Drags the mouse from one bar to another. */
  drag(from: number, to: number) {
    this.select.left = this.valToPos(from, 'x')
    this.select.width = this.valToPos(to, 'x') - this.select.left
    for (const tell of this.options.hooks!.setSelect ?? []) tell?.(this as never)
  }

  destroy() {
    this.root.remove()
    plots.splice(plots.indexOf(this), 1)
  }
}

/** Gives jsdom what it lacks of a page with a size, with letters that can be measured, and with light and dark. */
export function standInForScreen() {
  plots.length = 0
  Object.assign(globalThis, {
    devicePixelRatio: 1,
    ResizeObserver: SizedOnce,
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  })
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  HTMLCanvasElement.prototype.getContext = (() => ({
    measureText: (text: string) => ({ width: 7 * text.length }),
  })) as never
}

class SizedOnce {
  private readonly tell: ResizeObserverCallback

  constructor(tell: ResizeObserverCallback) {
    this.tell = tell
  }

  observe() {
    this.tell([{ contentRect: sizePx } as ResizeObserverEntry], this as never)
  }
  unobserve() {}
  disconnect() {}
}
