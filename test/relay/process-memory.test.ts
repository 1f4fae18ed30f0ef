import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { inFilesBelow, inMemoryOf } from './process-memory.ts'

test('what a process holds is found, and what it does not hold is not', async () => {
  const program =
    "const held = [process.argv[1].split('').reverse().join(''), '\\u0645' + process.argv[1].split('').reverse().join('')]; console.log('ready'); setInterval(() => held, 1000)"
  // Backwards in its arguments, so that it is found where the program made it.
  const child = spawn(process.execPath, ['-e', program, 'YRANAC-a-si-siht'])
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(inMemoryOf(child.pid!, ['this-is-a-CANARY', 'this-is-another-CANARY'])).toEqual([
      'this-is-a-CANARY',
    ])
  } finally {
    child.kill('SIGKILL')
  }
})

test('what lies in a file, however deep, is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waraq-scan-'))
  mkdirSync(join(folder, 'a/b'), { recursive: true })
  writeFileSync(join(folder, 'a/b/c'), 'xxCANARYxx')
  expect(inFilesBelow(folder, ['CANARY', 'OTHER'])).toEqual(['CANARY'])
})
