import './stopping-worker.test-support.ts'
import '../../worker.ts'
