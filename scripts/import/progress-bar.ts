const cells = 30

/** A bar on the terminal that grows with the bytes read; where nobody looks at a terminal there is none. */
export function progressBar(label: string, totalBytes: number, terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let bytes = 0
  let shown = ''

  function show() {
    const share = totalBytes ? Math.min(bytes / totalBytes, 1) : 1
    const full = Math.round(share * cells)
    const line = `${label} ${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.round(share * 100)} %`
    if (line === shown || !terminal.isTTY) return
    shown = line
    terminal.write(`\r${line}`)
  }

  return {
    advance(more: number) {
      bytes += more
      show()
    },
    end() {
      show()
      if (terminal.isTTY) terminal.write('\n')
    },
  }
}
