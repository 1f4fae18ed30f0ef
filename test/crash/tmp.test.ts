import { describePoints } from './describe-points.ts'
describePoints((process.env['SC'] ?? 'sharing,shared,leaving').split(','), Number(process.env['EV'] ?? 1))
