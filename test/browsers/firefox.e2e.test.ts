import { firefox } from './drivers/firefox.ts'
import { testsIn } from './suite.ts'

testsIn(firefox)
