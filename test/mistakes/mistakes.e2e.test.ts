import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleScripts, htmlFile } from '../browser/bundle.ts'
import { sharedChromium } from '../browser/chromium.ts'
import type { Attempt } from './page/page.ts'
import { startMistaken, type MistakenServices } from './services.ts'

/**
 * Applications with one mistake each. What the developer is told names the cause and the next step. The table of all of them
 * is written by this run: MISTAKES.md, which a change of any sentence changes.
 */

const at = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url))

interface Mistake {
  readonly mistake: string
  readonly made: (services: MistakenServices) => Partial<Attempt>
  readonly strict?: true
  readonly insecure?: true
  /** Words of the cause, and of what to do. */
  readonly cause: RegExp
  readonly step: RegExp
  /** What the relay's log says beside it. */
  readonly logs?: Readonly<Record<string, unknown>>
}

const mistakes: readonly Mistake[] = [
  {
    mistake: 'the relay is not running',
    made: ({ down }) => ({ relay: `${down}/token` }),
    cause: /relay gave no answer/,
    step: /Check that it runs at .*\/token/,
  },
  {
    mistake: 'the relay is at another path (404)',
    made: ({ page }) => ({ relay: `${page}nowhere` }),
    cause: /relay answered 404/,
    step: /Check the path/,
  },
  {
    mistake: 'a server answers in the relay’s place, with HTML',
    made: ({ html }) => ({ relay: `${html}/token` }),
    cause: /relay answered with an HTML page/,
    step: /Check its address/,
  },
  {
    mistake: 'the relay does not list the page’s origin: localhost instead of 127.0.0.1',
    made: ({ unlisted }) => ({ relay: unlisted }),
    cause: /relay gave no answer/,
    step: /lists this page's origin, http.*log names origins/,
    logs: { event: 'refused', reason: 'origin_unlisted' },
  },
  {
    mistake: 'the relay has a wrong client secret',
    made: ({ wrongSecret }) => ({ relay: wrongSecret }),
    cause: /relay answered 503/,
    step: /log says why/,
    logs: { event: 'issuer_refused' },
  },
  {
    mistake: 'the `endpoint` of `createWaraq` is wrong (404)',
    made: ({ page }) => ({ endpoint: `${page}nowhere` }),
    cause: /answered 404 \(not_found\) to http:\/\/127\.0\.0\.1:5173\/nowhere\/content/,
    step: /the endpoint is that of your server \(waraq\(\) of waraq\/vite in development/,
  },
  {
    mistake: 'a server answers at the `endpoint` with HTML, as for each path that it does not know',
    made: ({ html }) => ({ endpoint: `${html}/waraq` }),
    cause: /9999\/waraq\/content\/.* answered with something other than JSON/,
    step: /the endpoint is that of your server \(waraq\(\) of waraq\/vite in development/,
  },
  {
    mistake: 'neither a relay nor a proxy runs at the `endpoint` in development',
    made: ({ down }) => ({ endpoint: `${down}/waraq` }),
    cause: /No answer came from http:\/\/127\.0\.0\.1:9999\/waraq\/content/,
    step: /waraq\(\) of waraq\/vite in development, otherwise waraqServer of @waraq\/relay\), and that the server runs/,
  },
  {
    mistake: 'the service is not running',
    made: ({ down }) => ({ contentRoot: `${down}/content` }),
    cause: /No answer came/,
    step: /Check the connection, then the service's address/,
  },
  {
    mistake: 'the content root lacks `/content`',
    made: ({ contentRoot }) => ({ contentRoot: new URL(contentRoot).origin }),
    // The service's 404 has no CORS headers there, so the browser withholds it.
    cause: /No answer came from http:\/\/127\.0\.0\.1:4600\/api/,
    step: /the service's address/,
  },
  {
    mistake: 'a server answers in the service’s place, with HTML',
    made: ({ html }) => ({ contentRoot: `${html}/content` }),
    cause: /something other than JSON/,
    step: /Check the address of the service/,
  },
  {
    mistake: 'the service does not let pages of this origin read (CORS)',
    made: ({ withoutCors }) => ({ contentRoot: withoutCors }),
    cause: /No answer came/,
    step: /its CORS headers/,
  },
  {
    mistake: 'the content root is an address of the local network',
    made: () => ({ contentRoot: 'http://192.168.1.20:4600/content' }),
    cause: /contentRoot|content root/,
    step: /https/,
  },
  {
    mistake: 'the worker’s file is missing',
    made: () => ({ worker: '/nowhere.js' }),
    cause: /worker/i,
    step: /served as JavaScript/,
  },
  {
    mistake: 'the worker’s file does not import the engine',
    made: () => ({ worker: '/empty-worker.js' }),
    cause: /did not answer/,
    step: /imports waraq\/worker/,
  },
  {
    mistake: 'the page’s policy allows no worker',
    made: () => ({}),
    strict: true,
    cause: /worker/i,
    step: /worker-src/,
  },
  {
    mistake: 'the page is looked at from a phone, by http://192.168.1.20:5173',
    made: () => ({}),
    insecure: true,
    cause: /secure contexts only/,
    step: /over HTTPS, or from localhost/,
  },
  {
    mistake: 'an unknown group: `translation:20`',
    made: () => ({ filter: 'translation:20' }),
    cause: /"translation" is not a group/,
    step: /Did you mean translations\?/,
  },
  {
    mistake: 'an unknown id: `translations:999999`',
    made: () => ({ filter: 'translations:999999' }),
    cause: /lists no translations:999999/,
    step: /Check the id/,
  },
  {
    mistake: 'a filter that is none: `translations=20`',
    made: () => ({ filter: 'translations=20' }),
    cause: /translations=20/,
    step: /Write group:\* or group:id,id/,
  },
  {
    mistake: 'the page reads another database than the engine’s',
    made: () => ({ storeName: 'another' }),
    cause: /name/,
    step: /engine/,
  },
  {
    mistake: 'the browser has no IndexedDB',
    made: () => ({ worker: '/no-database-worker.js' }),
    cause: /store nothing/,
    step: /Allow storage/,
  },
]

/** Only a mistake that the engine does not report takes that long. */
const limit = { timeout: 60_000 }

let services: MistakenServices
let browser: Browser

beforeAll(async () => {
  const names = ['page', 'engine-worker', 'empty-worker', 'no-database-worker']
  const entry = Object.fromEntries(names.map((name) => [name, at(`${name}.ts`)]))
  const scripts = await bundleScripts({ entry, mode: 'development' })
  services = await startMistaken(new Map([['/', htmlFile(at('index.html'))], ...scripts]))
  browser = await sharedChromium()
})
afterAll(async () => {
  await services?.close()
})

/** Addresses as the documents have them: ports of a test are another each time. */
function withUsualPorts(text: string): string {
  const { page, contentRoot, relay, html, down, wrongSecret, unlisted, withoutCors } = services
  const usual = [
    [page, 'http://127.0.0.1:5173'],
    [contentRoot, 'http://127.0.0.1:4600'],
    [withoutCors, 'http://127.0.0.1:4600'],
    ...[relay, wrongSecret, unlisted].map((address) => [address, 'http://127.0.0.1:8787']),
    ...[html, down].map((address) => [address, 'http://127.0.0.1:9999']),
  ] as const
  return usual.reduce(
    (reported, [address, shown]) => reported.replaceAll(new URL(address!).origin, shown!),
    text,
  )
}

/** Of the local network, as a development server tells it: no secure context. */
const insecurePage = 'http://192.168.1.20:5173/'

async function attempt({ made, strict, insecure }: Mistake): Promise<string> {
  const context = await browser.newContext()
  await context.route(`${insecurePage}**`, async (route) => {
    const url = route.request().url().replace(insecurePage, services.page)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  const page = await context.newPage()
  try {
    await page.goto(insecure ? insecurePage : strict ? services.strictPage : services.page)
    await page.waitForFunction(() => 'attempt' in window)
    const { contentRoot, relay } = services
    const given: Attempt = {
      contentRoot,
      relay,
      worker: '/engine-worker.js',
      filter: 'translations:20',
      ...made(services),
    }
    return withUsualPorts(await page.evaluate((attempted) => window.attempt(attempted), given))
  } finally {
    await context.close()
  }
}

describe('a developer is told', () => {
  const rows: string[] = []

  it.each(mistakes.map((each) => [each.mistake, each] as const))('%s', limit, async (mistake, each) => {
    const reported = await attempt(each)
    expect(reported).toMatch(each.cause)
    expect(reported).toMatch(each.step)
    if (each.logs) expect(services.log).toContainEqual(expect.objectContaining(each.logs))
    const logged = each.logs ? ` The relay's log: \`${JSON.stringify(each.logs)}\`.` : ''
    rows.push(`| ${mistake} | ${reported}${logged} |`)
  })

  it('the same as MISTAKES.md says', async () => {
    expect(rows).toHaveLength(mistakes.length)
    const table = ['| mistake | what the developer sees |', '| --- | --- |', ...rows].join('\n')
    const head =
      'What an application is told where something is wrong, by `engine.onProblem` or by the call that throws.\nWritten by `test/mistakes`, which makes each of these mistakes in Chromium.'
    await expect(`# Mistakes\n\n${head}\n\n${table}\n`).toMatchFileSnapshot(
      '../../packages/waraq/MISTAKES.md',
    )
  })
})
