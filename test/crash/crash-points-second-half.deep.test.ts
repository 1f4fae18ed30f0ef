import { shareOf } from '@waraq/test-support/runs'
import { allScenarios, describePoints } from './describe-points.ts'

describePoints(
  allScenarios.filter((_, index) => index % 2 === 1),
  shareOf(3),
)
