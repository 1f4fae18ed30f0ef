import { busyReaderCases } from './busy-reader.ts'
import type { BenchCase } from './case.ts'
import { changesCase } from './changes.ts'
import { libraryCases } from './library.ts'

export const benchCases: readonly BenchCase[] = [...libraryCases, changesCase, ...busyReaderCases]
