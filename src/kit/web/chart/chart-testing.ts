import type uPlot from 'uplot'

const scaleWidthPx = 50

/** The current plots, the newest last. */
export const plots: FakePlot[] = []

/**
 * Stands for uPlot in jsdom, which has no canvas: stores its input, computes screen
 * positions as uPlot does, and draws nothing.
 */
export class FakePlot {
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

  /** Returns the current minimum and maximum of a scale. */
  range(scale: string): [number, number] {
    const range = this.options.scales![scale]!.range as uPlot.Range.Function
    return range(this as never, 0, 0, scale) as [number, number]
  }

  valToPos(value: number, scale: string): number {
    const [min, max] = this.range(scale)
    return ((value - min) / (max - min)) * (this.width - scaleWidthPx)
  }

  posToVal(position: number, scale: string): number {
    const [min, max] = this.range(scale)
    return min + (position / (this.width - scaleWidthPx)) * (max - min)
  }

  /** Moves the mouse over a bar. */
  hover(bar: number) {
    this.cursor.left = this.valToPos(bar, 'x')
    for (const callback of this.options.hooks!.setCursor ?? []) callback?.(this as never)
  }

  /** Drags the mouse from one bar to another. */
  drag(from: number, to: number) {
    this.select.left = this.valToPos(from, 'x')
    this.select.width = this.valToPos(to, 'x') - this.select.left
    for (const callback of this.options.hooks!.setSelect ?? []) callback?.(this as never)
  }

  destroy() {
    this.root.remove()
    plots.splice(plots.indexOf(this), 1)
  }
}
