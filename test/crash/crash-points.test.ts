import { describePoints, quickScenarios } from './describe-points.ts'

describePoints(quickScenarios, { first: 0, every: 60 })
