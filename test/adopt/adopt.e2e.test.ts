import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../browser/chromium.ts'
import { stagePackages } from '../packed/stage.mjs'
import { applications, type Application } from './applications.mjs'
import { askForToken, drive, hearConsole } from './drive.ts'
import { Project, type Tarballs } from './project.ts'
import { keepRow, type Row } from './table.mjs'

/**
 * Takes the packages as npm would publish them into fresh applications outside of the workspace, installs, builds and starts
 * these, and drives them in Chromium. npm's registry is asked for what they need; npm keeps what it got.
 */

let stage: string
let tarballs: Tarballs

beforeAll(() => {
  stage = mkdtempSync(join(tmpdir(), 'waraq-adopt-'))
  mkdirSync(join(stage, 'packages'))
  const { packed } = stagePackages(join(stage, 'packages'))
  tarballs = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, tarball]))
})
afterAll(() => rmSync(stage, { recursive: true, force: true }))

/** Returns the seconds until it passed or showed the first verse, and of these the page's own. */
async function tryOut(
  project: Project,
  { url, hasPage, hasStar, paths, development }: Application,
  passed: () => number,
): Promise<Pick<Row, 'seconds' | 'ofThePage'>> {
  if (project.has('test')) {
    await project.run('npm test')
    return { seconds: passed() }
  }
  if (project.has('build')) await project.run('npm run build')
  const sandbox = project.here('http://127.0.0.1:4600')
  const origins = [url, development?.url].flatMap((each) => each ?? []).map((each) => new URL(each).origin)
  const startSandbox = () =>
    project.start(
      'http://127.0.0.1:4600/admin/state',
      ['npx waraq-sandbox --port 4600 --relay-port 8787', ...origins].join(' --origin '),
    )
  await startSandbox()
  await project.start(url!, 'npm start')
  const started = passed()
  const address = project.here(url!)
  if (!hasPage) {
    await askForToken(address, { listed: project.here('http://localhost:3000'), sandbox })
    return { seconds: passed() }
  }
  const browser = await sharedChromium()
  const stop = () => project.stop()
  const ofThePage = (await drive({ browser, url: address, paths, hasStar, sandbox, stop })) / 1000
  if (development) {
    await startSandbox()
    await project.start(development.url, development.command)
    await hearConsole(browser, project.here(development.url))
  }
  return { seconds: started + ofThePage, ofThePage }
}

const thorough = process.env['WARAQ_THOROUGH'] !== undefined

const tried = applications.filter(({ always }) => always || thorough)

it.each(tried.map((application) => [application.name, application] as const))(
  '%s',
  async (name, application) => {
    const { about } = application
    const folder = mkdtempSync(join(stage, `${name}-`))
    const project = await Project.begin(application, folder, tarballs)
    onTestFinished(() => project.stop())
    const { lines } = project
    expect(lines).toBeGreaterThan(10)
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    await project.run('npm install --no-audit --no-fund --prefer-offline')
    const installed = passed()
    keepRow({ name, about, lines, installed, ...(await tryOut(project, application, passed)) })
  },
)
