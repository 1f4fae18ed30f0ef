import type { BenchCase } from './case.ts'
import { libraryCases } from './library.ts'

export const benchCases: readonly BenchCase[] = [...libraryCases]
