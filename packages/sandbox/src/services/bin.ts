#!/usr/bin/env node
import process from 'node:process'
import { createSandbox } from '../sandbox.ts'
import { runBeside } from './beside.ts'
import { commandOf, greeting, usage } from './command.ts'
import { sequenceOfNow, startServices } from './services.ts'

/** The command `waraq-sandbox`. */
try {
  const command = commandOf(process.argv.slice(2))
  if (!command) process.stdout.write(usage)
  else {
    const sandbox = createSandbox({ content: command.content, firstSequence: sequenceOfNow() })
    const services = await startServices(sandbox, command)
    process.stdout.write(greeting(services, command))
    if (command.beside.length === 0)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void services.close())
    else {
      const ended = runBeside(command.beside, services.environment)
      process.exitCode = await ended.finally(() => services.close())
    }
  }
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { readonly port?: number }
  const reported =
    code === 'EADDRINUSE'
      ? `Port ${port} is in use. Take others: --port 4601 --relay-port 8788`
      : `${message}\n\n${usage}`
  process.stderr.write(`${reported}\n`)
  process.exitCode = 1
}
