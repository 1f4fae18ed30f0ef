import { notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'

/** The invited one: a user, or the owner of a mail address. */
export type Invitee = { readonly userId: string } | { readonly email: string }

/** The mail that a room sends. */
export interface Invitation {
  readonly roomId: number
  readonly token: string
  /** Id of the invited user. Only this user can answer. */
  readonly userId?: string
  /** The mail's address. Any user with the token can answer. */
  readonly email?: string
  readonly state: 'open' | 'accepted' | 'rejected'
}

type StoredInvitation = { -readonly [Field in keyof Invitation]: Invitation[Field] }

/** All invitations and their answers. Each invitation is answered once. */
export class Invitations {
  readonly #world: World
  readonly #all: StoredInvitation[] = []

  constructor(world: World) {
    this.#world = world
  }

  /** The oldest first. */
  get all(): readonly Invitation[] {
    return this.#all.map((invitation) => ({ ...invitation }))
  }

  /** Adds an invitation. Returns false if an unanswered one exists already. */
  add(roomId: number, invitee: Invitee): boolean {
    const open = this.#all.some((one) => one.roomId === roomId && one.state === 'open' && isFor(one, invitee))
    if (open) return false
    const token = this.#world.nextText('invitation')
    this.#all.push({ roomId, token, ...invitee, state: 'open' })
    return true
  }

  /** @throws {Refusal} 404 if there is none, if it belongs to another user, or if it was answered */
  answer({ roomId, token, userId, state }: InvitationAnswer): void {
    const invitation = this.#all.find((one) => one.roomId === roomId && one.token === token)
    const theirs = invitation?.userId === undefined || invitation.userId === userId
    if (invitation?.state !== 'open' || !theirs) throw notFound('invitation')
    invitation.state = state
  }
}

export interface InvitationAnswer {
  readonly roomId: number
  readonly token: string
  /** The user who answers. */
  readonly userId: string
  readonly state: 'accepted' | 'rejected'
}

function isFor(invitation: Invitation, invitee: Invitee): boolean {
  return 'userId' in invitee
    ? invitation.userId === invitee.userId
    : invitation.email?.toLowerCase() === invitee.email.toLowerCase()
}
