import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { publishPackages } from './publish.mjs'

/**
 * A registry of npm on this machine that has the packages as a release would publish them, by the release's own command.
 * Other packages it passes on from npm's registry.
 *
 * @typedef {object} LocalRegistry
 * @property {string} url
 * @property {string} npmrc a configuration of npm that asks this registry for everything
 * @property {() => void} stop
 */

const verdaccio = createRequire(new URL('../package.json', import.meta.url)).resolve(
  'verdaccio/bin/verdaccio',
)

/**
 * @param {{ readonly folder: string, readonly port: number }} options an empty folder for what it keeps
 * @returns {Promise<LocalRegistry>}
 */
export async function startLocalRegistry({ folder, port }) {
  const url = `http://127.0.0.1:${port}/`
  const npmrc = join(folder, 'npmrc')
  const config = join(folder, 'config.yaml')
  mkdirSync(folder, { recursive: true })
  // npm publishes only with a token; this registry looks at none.
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=any\n`)
  writeFileSync(config, configuration(folder))
  const server = spawn(process.execPath, [verdaccio, '--config', config, '--listen', url], { stdio: 'pipe' })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (said += data))
  const stop = () => void server.kill()
  try {
    await answered(url, () => (server.exitCode === null ? undefined : said))
    publishPackages({ NPM_CONFIG_USERCONFIG: npmrc, npm_config_registry: undefined })
  } catch (error) {
    stop()
    throw error
  }
  return { url, npmrc, stop }
}

/** Our packages are this registry's own: npm's registry is never asked for them. @param {string} folder */
function configuration(folder) {
  const own = ['    access: $all', '    publish: $all']
  return [
    `storage: ${JSON.stringify(join(folder, 'storage'))}`,
    'uplinks:',
    '  npm:',
    '    url: https://registry.npmjs.org/',
    '    cache: false',
    'packages:',
    "  '@waraq/*':",
    ...own,
    '  waraq:',
    ...own,
    '  create-waraq:',
    ...own,
    "  '**':",
    '    access: $all',
    '    proxy: npm',
    'max_body_size: 50mb',
    'log: { type: stdout, format: json, level: warn }',
    '',
  ].join('\n')
}

/** @param {string} url @param {() => string | undefined} ended what it said where it ended by itself */
async function answered(url, ended) {
  for (let tries = 0; tries < 600; tries++) {
    const is = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (is) return
    const said = ended()
    if (said !== undefined) throw new Error(`The registry ended:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The registry does not answer at ${url}`)
}
