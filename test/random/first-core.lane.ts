import { describeLane } from './lane.ts'

describeLane(0)
