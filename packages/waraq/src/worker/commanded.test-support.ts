/** Commands of a test to its worker, by message. Evaluated before the entry point, whose imports come after. */
let held: string | undefined
const { fetch } = self

self.fetch = (input, init) => {
  const { url } = new Request(input, init)
  if (held === undefined || !url.includes(held)) return fetch(input, init)
  self.postMessage(`holding ${held}`)
  return new Promise(() => undefined)
}

self.addEventListener('message', ({ data }) => {
  if (typeof data !== 'string') return
  if (data.startsWith('hold ')) held = data.slice(5)
  if (data === 'close yourself') self.close()
  if (data === 'run for ever') for (;;);
})

export {}
