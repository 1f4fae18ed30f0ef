import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findChromium } from './browsers.mjs'

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  return status === 0
}

function installOnDebian() {
  const apt = ['-o', 'DPkg::Lock::Timeout=300']
  return (
    run('apt-get', [...apt, 'update', '-qq']) &&
    run('apt-get', [...apt, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  )
}

function installByPlaywright() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  return run(process.execPath, [cli, 'install', 'chromium'])
}

/**
 * The path of a Chromium, installed where there was none: by apt on Debian as root, else by Playwright. Undefined where
 * neither worked; then says what to do.
 */
export function findOrInstallChromium() {
  const found = findChromium()
  if (found) return found
  const debianAsRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  console.log('No Chromium found. Installing one for the tests.')
  const installed = (debianAsRoot && installOnDebian()) || installByPlaywright()
  const path = installed ? findChromium() : undefined
  if (!path) {
    console.error(
      'The tests need Chromium and could not install it. Install it (Debian and Ubuntu: sudo apt-get install chromium),\n' +
        'or set WARAQ_CHROMIUM to the path of a Chromium or Chrome, and run the tests again.',
    )
  }
  return path
}
