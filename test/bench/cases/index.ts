import { busyReaderCases } from './busy-reader.ts'
import type { BenchCase } from './case.ts'
import { changesCase } from './changes.ts'
import { compressedCase } from './compressed.ts'
import { concurrencyCases } from './concurrency.ts'
import { growthCase } from './growth.ts'
import { libraryCases } from './library.ts'
import { patchedCase } from './patched.ts'
import { reciterCase } from './reciter.ts'

export const benchCases: readonly BenchCase[] = [
  ...libraryCases,
  compressedCase,
  changesCase,
  patchedCase,
  ...busyReaderCases,
  ...concurrencyCases,
  growthCase,
  reciterCase,
]
