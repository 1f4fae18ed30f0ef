import { describePoints, quickScenarios } from './describe-points.ts'

describePoints(quickScenarios, 15)
