import './commanded.test-support.ts'
import '../worker.ts'
