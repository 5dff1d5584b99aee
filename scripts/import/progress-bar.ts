const barWidth = 30

/** Creates a terminal bar that grows with the bytes read. Does nothing if the output is not a terminal. */
export function createProgressBar(
  label: string,
  totalBytes: number,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
) {
  let bytes = 0
  let shown = ''

  function show() {
    const share = totalBytes ? Math.min(bytes / totalBytes, 1) : 1
    const full = Math.round(share * barWidth)
    const line = `${label} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.round(share * 100)} %`
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
