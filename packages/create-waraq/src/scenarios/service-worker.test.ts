import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const source = read('../../templates/next/public/service-worker.js')

/** Whether the service worker of the template answers a request. */
function answers(path: string, method = 'GET'): boolean {
  let isAnswered = false
  runInNewContext(source, {
    URL,
    location: { origin: 'https://reader.example' },
    caches: { open: () => new Promise(() => undefined) },
    addEventListener: (type: string, listener: (event: object) => void) => {
      const request = { method, url: new URL(path, 'https://reader.example').href }
      if (type === 'fetch') listener({ request, respondWith: () => (isAnswered = true) })
    },
  })
  return isAnswered
}

it.each([
  ['/', true],
  ['/_next/static/chunks/a.js', true],
  ['/waraqs', true],
  ['/waraq/token', false],
  ['/waraq/content/api/v4/resources/sync?_=1', false],
  ['/waraq/user/auth/v1/notes', false],
  ['https://apis.example/waraq/sync', false],
])('Next.js: %s is answered: %s', (path, is) => expect(answers(path)).toBe(is))
it('Next.js: what is sent is never answered', () => expect(answers('/', 'POST')).toBe(false))

it('is the code of the guide', () => {
  expect(read('../../../site/own/guides/service-worker.md')).toContain(`\`\`\`js\n${source}\`\`\``)
})
