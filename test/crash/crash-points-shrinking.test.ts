import { describePoints } from './describe-points.ts'

describePoints(['resync', 'removal', 'quota', 'damage'])
