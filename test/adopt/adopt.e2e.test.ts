import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../browser/chromium.ts'
import { applications, type Application } from './applications.mjs'
import { askForToken, drive, hearConsole } from './drive.ts'
import { Project } from './project.ts'
import { keepRow, type Row } from './table.mjs'

/**
 * Makes fresh applications outside of the workspace, of the packages as a registry has them, builds and starts these, and
 * drives them in Chromium.
 */

let stage: string

beforeAll(() => void (stage = mkdtempSync(join(tmpdir(), 'waraq-adopt-'))))
afterAll(() => remove(stage))

const remove = (folder: string) => rm(folder, { recursive: true, force: true })

/** Returns the seconds until it passed or showed the first verse, and of these the page's own. */
async function tryOut(
  project: Project,
  { server, hasPage, isMade, paths, development, ...application }: Application,
  passed: () => number,
): Promise<Pick<Row, 'seconds' | 'ofThePage'>> {
  if (!server) {
    await project.run('npm test')
    return { seconds: passed() }
  }
  if (project.has('build')) await project.run('npm run build')
  await project.start(server.url, server.command)
  const started = passed()
  const url = project.here(server.url)
  const sandbox = project.here(application.sandbox)
  if (!hasPage) {
    await askForToken(url, { listed: project.here('http://localhost:3000'), sandbox })
    return { seconds: passed() }
  }
  const browser = await sharedChromium()
  const stop = async () => {
    await project.stop()
    for (const each of [url, sandbox]) await expect(fetch(each)).rejects.toThrowError()
  }
  const ofThePage = (await drive({ browser, url, paths, isMade, sandbox, stop })) / 1000
  if (development) {
    await project.start(development.url, development.command)
    await hearConsole(browser, project.here(development.url), paths)
  }
  return { seconds: started + ofThePage, ofThePage }
}

const thorough = process.env['WARAQ_THOROUGH'] !== undefined

const tried = applications.filter(({ always }) => always || thorough)

it.each(tried.map((application) => [application.name, application] as const))(
  '%s',
  async (name, application) => {
    const { about } = application
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    const place = mkdtempSync(join(stage, `${name}-`))
    // Tens of thousands of files: all applications at once would take longer than the end of a file may.
    onTestFinished(() => remove(place))
    const project = await Project.begin(application, place, inject('npmrc'))
    onTestFinished(() => project.stop())
    const installed = passed()
    const { lines } = project
    expect(lines).toBeGreaterThan(10)
    keepRow({ name, about, lines, installed, ...(await tryOut(project, application, passed)) })
  },
)
