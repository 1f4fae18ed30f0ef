import './dynamic-import.test-support.ts'
import '../worker.ts'
