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
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const goals = {
  create: /* @__PURE__ */ auth('POST /v1/goals', 'goal.create', CreateGoalResponse, {
    query: CreateGoalQuery,
    body: CreateGoalBody,
    countsDays: true,
  }),
  update: /* @__PURE__ */ auth('PUT /v1/goals/{id}', 'goal.update', UpdateGoalResponse, {
    query: UpdateGoalQuery,
    body: UpdateGoalBody,
    countsDays: true,
  }),
  delete: /* @__PURE__ */ auth('DELETE /v1/goals/{id}', 'goal.delete', DeleteGoalResponse, {
    query: DeleteGoalQuery,
    countsDays: true,
  }),
  getTodaysPlan: /* @__PURE__ */ auth('GET /v1/goals/get-todays-plan', 'goal.read', GetTodaysPlanResponse, {
    query: GetTodaysPlanQuery,
    countsDays: true,
  }),
  /** What a goal would require each day. */
  estimate: /* @__PURE__ */ auth('GET /v1/goals/estimate', 'goal.estimate', EstimateGoalResponse, {
    query: EstimateGoalQuery,
    countsDays: true,
  }),
}
