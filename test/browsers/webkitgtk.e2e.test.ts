import { webkitgtk } from './drivers/webkitgtk.ts'
import { testsIn } from './suite.ts'

testsIn(webkitgtk)
