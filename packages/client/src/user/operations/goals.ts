import {
  CreateGoalBody,
  CreateGoalQuery,
  CreateGoalResponse,
  DeleteGoalQuery,
  DeleteGoalResponse,
  EstimateGoalQuery,
  EstimateGoalResponse,
  GetTodaysPlanQuery,
  GetTodaysPlanResponse,
  UpdateGoalBody,
  UpdateGoalQuery,
  UpdateGoalResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const goals = {
  create: /* @__PURE__ */ operation({
    method: 'POST',
    path: '/v1/goals',
    query: CreateGoalQuery,
    body: CreateGoalBody,
    answer: CreateGoalResponse,
    scope: 'goal.create',
    repeat: 'unsafe',
  }),
  update: /* @__PURE__ */ operation({
    method: 'PUT',
    path: '/v1/goals/{id}',
    query: UpdateGoalQuery,
    body: UpdateGoalBody,
    answer: UpdateGoalResponse,
    scope: 'goal.update',
    repeat: 'safe',
  }),
  delete: /* @__PURE__ */ operation({
    method: 'DELETE',
    path: '/v1/goals/{id}',
    query: DeleteGoalQuery,
    answer: DeleteGoalResponse,
    scope: 'goal.delete',
    repeat: 'safe',
  }),
  getTodaysPlan: /* @__PURE__ */ operation({
    method: 'GET',
    path: '/v1/goals/get-todays-plan',
    query: GetTodaysPlanQuery,
    answer: GetTodaysPlanResponse,
    scope: 'goal.read',
    repeat: 'safe',
  }),
  /** What a goal would ask for each day. */
  estimate: /* @__PURE__ */ operation({
    method: 'GET',
    path: '/v1/goals/estimate',
    query: EstimateGoalQuery,
    answer: EstimateGoalResponse,
    scope: 'goal.read',
    repeat: 'safe',
  }),
}
