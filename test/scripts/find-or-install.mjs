import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findChromium, findFirefox, findWebKitGtk } from './browsers.mjs'

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  return status === 0
}

/** @param {readonly string[]} packages */
function installOnDebian(packages) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  const apt = ['-o', 'DPkg::Lock::Timeout=300']
  return (
    run('apt-get', [...apt, 'update', '-qq']) &&
    run('apt-get', [...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}

function installByPlaywright() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  return run(process.execPath, [cli, 'install', 'chromium'])
}

/** @typedef {import('./browsers.mjs').BrowserName | 'redis' | 'openssl'} ProgramName */

/** @param {string} command @param {string} argument */
const runs = (command, argument) => spawnSync(command, [argument]).status === 0

/**
 * How each program is found and installed, and what to do where neither works. Playwright brings its own builds of Firefox
 * and WebKit, which no reader uses.
 *
 * @type {Readonly<Record<ProgramName, {
 *   name: string, find: () => unknown, install: () => boolean, help: string
 * }>>}
 */
const programs = {
  chromium: {
    name: 'Chromium',
    find: findChromium,
    install: () => installOnDebian(['chromium']) || installByPlaywright(),
    help:
      'Install it (Debian and Ubuntu: sudo apt-get install chromium),\n' +
      'or set WARAQ_CHROMIUM to the path of a Chromium or Chrome, and run the tests again.',
  },
  firefox: {
    name: 'Firefox',
    find: findFirefox,
    install: () => installOnDebian(['firefox-esr']),
    help:
      'Install it (Debian: sudo apt-get install firefox-esr), or set WARAQ_FIREFOX to the path of a Firefox,\n' +
      'and run the tests again. To leave it out on purpose: WARAQ_BROWSERS=chromium,webkitgtk.',
  },
  webkitgtk: {
    name: 'WebKitGTK',
    find: findWebKitGtk,
    install: () => installOnDebian(['webkit2gtk-driver', 'xvfb']),
    help:
      'Install it (Debian and Ubuntu: sudo apt-get install webkit2gtk-driver xvfb) and run the tests again.\n' +
      'To leave it out on purpose, as where there is no WebKitGTK: WARAQ_BROWSERS=chromium,firefox.',
  },
  redis: {
    name: 'Redis',
    find: () => runs('redis-server', '--version'),
    install: () => installOnDebian(['redis-server']),
    help: 'Install it (Debian and Ubuntu: sudo apt-get install redis-server) and run the tests again.',
  },
  openssl: {
    name: 'OpenSSL',
    find: () => runs('openssl', 'version'),
    install: () => installOnDebian(['openssl']),
    help: 'Install it (Debian and Ubuntu: sudo apt-get install openssl) and run the tests again.',
  },
}

/**
 * Whether the program is there, installed where it was not: by apt on Debian as root, Chromium elsewhere by Playwright.
 * Where neither worked, says what to do.
 *
 * @param {ProgramName} which
 */
export function findOrInstall(which) {
  const { name, find, install, help } = programs[which]
  if (find()) return true
  console.log(`No ${name} found. Installing one for the tests.`)
  if (install() && find()) return true
  console.error(`The tests need ${name} and could not install it. ${help}`)
  return false
}
