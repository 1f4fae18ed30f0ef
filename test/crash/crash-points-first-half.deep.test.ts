import { allScenarios, describePoints } from './describe-points.ts'

describePoints(allScenarios.filter((_, index) => index % 2 === 0))
