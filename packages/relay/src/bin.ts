#!/usr/bin/env node
import process from 'node:process'
import { isWaraqError } from '@waraq/protocol'
import { storeFromEnvironment } from './node/environment.ts'
import { relayOptionsFromEnvironment, startRelay } from './node.ts'

/** Starts the relay from environment variables. Logs to standard error, one JSON object per line. */
try {
  const options = relayOptionsFromEnvironment(process.env)
  const store = await storeFromEnvironment(process.env)
  const relay = await startRelay({ ...options, store, ownsProcess: true })
  if (options.modes?.includes('tokens')) process.stdout.write(`Token relay: ${relay.tokens}\n`)
  if (options.modes?.includes('proxy')) process.stdout.write(`Content proxy: ${relay.proxy}\n`)
  if (relay.admin !== undefined) process.stdout.write(`Health and metrics: ${relay.admin}\n`)
  if (relay.isAdminOpen)
    process.stdout.write('Other machines reach health and metrics, too: keep out those that are not yours.\n')
  const end = async () => {
    await relay.close()
    await store?.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
} catch (error) {
  const text = isWaraqError(error) ? error.message : 'The address is in use or may not be listened on.'
  process.stderr.write(`The relay did not start. ${text}\n`)
  process.exitCode = 1
}
