#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { systemClock } from 'waraq/client'
import { main } from './main.ts'

/** `waraq`. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const interrupted = new AbortController()
// A second signal of the same kind ends the process immediately.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

// The program that reads this output may have ended, as with `waraq inspect ... | head`.
process.stdout.on('error', () => process.exit())

const code = await main(process.argv.slice(2), {
  env: process.env,
  fetch: (input, init) => fetch(input, init),
  clock: systemClock,
  random: Math.random,
  version,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  readFile: (path) => readFile(path, 'utf8'),
  load: (path) => import(pathToFileURL(path).href),
  writeFile,
  signal: interrupted.signal,
})

// A client that was ended in the middle of its work may still wait for something, which would keep the process alive.
process.stdout.write('', () => process.exit(code))
