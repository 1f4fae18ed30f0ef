import { chromium } from './drivers/chromium.ts'
import { testsIn } from './suite.ts'

testsIn(chromium)
