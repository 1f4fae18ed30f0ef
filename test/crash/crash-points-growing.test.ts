import { describePoints } from './describe-points.ts'

describePoints(['bootstrap', 'incremental', 'invalidate', 'overlap'])
