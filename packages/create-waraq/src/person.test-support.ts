import { PassThrough } from 'node:stream'

/** A person at a terminal, who types each line once its question is there, and then leaves by Ctrl-D. */
export function person(...lines: readonly string[]) {
  const left = [...lines]
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  output.on('data', (data) => {
    shown += String(data)
    if (!shown.endsWith(': ')) return
    const line = left.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { input, output, shown: () => shown }
}
