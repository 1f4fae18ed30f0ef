#!/usr/bin/env node
import process from 'node:process'
import { isWaraqError } from '@waraq/contract'
import { relayOptionsFromEnvironment, startTokenRelay } from './node.ts'

/** Starts the relay from environment variables; logs to standard error, one JSON object a line. */
try {
  const relay = await startTokenRelay(relayOptionsFromEnvironment(process.env))
  process.stdout.write(`Token relay: ${relay.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void relay.close())
} catch (error) {
  const text = isWaraqError(error) ? error.message : 'The address is in use or may not be listened on.'
  process.stderr.write(`The token relay did not start. ${text}\n`)
  process.exitCode = 1
}
