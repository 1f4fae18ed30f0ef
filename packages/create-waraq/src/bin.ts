#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { main } from './main.ts'
import { install } from './package-manager.ts'

/** `create-waraq`, which `npm create waraq` runs. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const { stdin: input, stdout: output } = process

process.exitCode = await main(process.argv.slice(2), {
  workingFolder: process.cwd(),
  userAgent: process.env['npm_config_user_agent'],
  ours: version,
  terminal: input.isTTY && output.isTTY ? { input, output } : null,
  out: (text) => void output.write(text),
  err: (text) => void process.stderr.write(text),
  install,
})
