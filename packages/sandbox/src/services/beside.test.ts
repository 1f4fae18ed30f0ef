import { EventEmitter } from 'node:events'
import process from 'node:process'
import { expect, it } from 'vitest'
import { runBeside } from './beside.ts'

const node = (script: string) => [process.execPath, '--eval', script]

it('gives the command its environment, beside that of this process, and ends with its exit code', async () => {
  const script = 'process.exit(process.env.PATH && process.env.WARAQ_CLIENT_ID === "here" ? 7 : 1)'
  expect(await runBeside(node(script), { WARAQ_CLIENT_ID: 'here' })).toBe(7)
})

it.each(['SIGINT', 'SIGTERM'])(
  'passes %s on: the caller who asked for the end gets no failure',
  async (signal) => {
    const reported = new EventEmitter()
    const ended = runBeside(node('setInterval(() => undefined, 1000)'), {}, reported)
    reported.emit(signal, signal)
    expect(await ended).toBe(0)
    expect(reported.listenerCount(signal)).toBe(0)
  },
)

it('a command that something else killed has failed', async () => {
  expect(await runBeside(node('process.kill(process.pid, "SIGKILL")'), {})).toBe(1)
})

it('a command that is not there is named', async () => {
  await expect(runBeside(['no-such-command-of-waraq'], {})).rejects.toThrowError(
    /The command "no-such-command-of-waraq" did not start/,
  )
})
