import type { JsonObject } from '@waraq/protocol'
import { ModerationStatus } from '@waraq/protocol/user'
import { SandboxError } from '../sandbox-error.ts'
import type { SandboxUserControls } from '../user-controls.ts'
import type { SandboxUser } from '../user/people/person.ts'

function nameIn(body: JsonObject): string {
  const { username } = body
  if (typeof username === 'string') return username
  throw new SandboxError('Name the user: { "username": "amina" }.')
}

function moderationIn(body: JsonObject): [postId: number, status: ModerationStatus] {
  const status = ModerationStatus.safeParse(body['status'])
  const { postId } = body
  if (typeof postId === 'number' && status.success) return [postId, status.data]
  throw new SandboxError('Say which post and state: { "postId": 1, "status": 4 }.')
}

const texts = ['firstName', 'lastName', 'bio', 'country', 'email'] as const
const flags = ['connectedAccount', 'verified', 'isAdmin'] as const

function userIn(body: JsonObject): SandboxUser {
  const wrong = Object.entries(body).filter(([field, value]) => {
    if (field === 'username' || texts.some((name) => name === field)) return typeof value !== 'string'
    return !flags.some((name) => name === field) || typeof value !== 'boolean'
  })
  if (wrong.length > 0)
    throw new SandboxError(`No user has such a ${wrong.map(([field]) => field).join(', ')}.`)
  return { ...body, username: nameIn(body) }
}

/** The admin endpoint's commands about users. */
export function userCommands(controls: SandboxUserControls) {
  return {
    'users/add': (body: JsonObject) => ({ id: controls.addUser(userIn(body)) }),
    'users/end-sessions': (body: JsonObject) => {
      controls.endSessions(nameIn(body))
      return {}
    },
    moderate: (body: JsonObject) => {
      controls.moderate(...moderationIn(body))
      return {}
    },
  }
}
