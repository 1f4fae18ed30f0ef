import type { EditProfileDto, UpdateProfileBodyDto } from '@waraq/protocol/user'
import { notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { editSettings, updatePerson } from './editing.ts'
import type { Person, SandboxUser } from './person.ts'

const nameForm = /^[\w.-]{1,50}$/
const english = 38

/** The users of a sandbox. */
export class People {
  readonly #world: World
  readonly #byId = new Map<string, Person>()
  readonly #byName = new Map<string, Person>()

  constructor(world: World, users: readonly SandboxUser[]) {
    this.#world = world
    for (const user of users) this.add(user)
  }

  /** In the order in which they were added. */
  get all(): readonly Person[] {
    return [...this.#byId.values()]
  }

  /** @throws {TypeError} if the name is invalid or taken */
  add(user: SandboxUser): Person {
    const { username } = user
    if (!nameForm.test(username)) throw new TypeError(`${username} is no name for a user.`)
    if (this.#byName.has(username)) throw new TypeError(`There is a user ${username} already.`)
    const person = personOf(user, this.#world)
    this.#byId.set(person.id, person)
    this.#byName.set(username, person)
    return person
  }

  find(id: string): Person | undefined {
    return this.#byId.get(id)
  }

  findByName(username: string): Person | undefined {
    return this.#byName.get(username)
  }

  /** @throws {Refusal} 404 */
  need(id: string): Person {
    const person = this.find(id)
    if (!person) throw notFound('user')
    return person
  }

  /** @throws {Refusal} 404 */
  needByName(username: string): Person {
    const person = this.findByName(username)
    if (!person) throw notFound('user')
    return person
  }

  /**
   * Changes languages and settings. Fields that are not sent stay.
   * @throws {Refusal} 400 if a language is not a number; then nothing changes
   */
  edit(id: string, changes: EditProfileDto): void {
    editSettings(this.need(id), changes)
  }

  /**
   * Changes the names and the picture of a user. Fields that are not sent stay, and null removes a field.
   * @throws {Refusal} 400 for a blank first name, or a picture that is both set and removed; then nothing changes
   */
  update(id: string, changes: UpdateProfileBodyDto['user']): Person {
    const person = this.need(id)
    updatePerson(person, changes, this.#world)
    return person
  }
}

function personOf(user: SandboxUser, world: World): Person {
  const { username, firstName = username, lastName = '', connectedAccount = true } = user
  const email = user.email ?? `${username}@example.invalid`
  return {
    id: world.nextText('user'),
    createdAt: world.instant(),
    username,
    firstName,
    lastName,
    bio: user.bio ?? null,
    country: user.country ?? null,
    account: connectedAccount ? { email, isPasswordSet: true } : undefined,
    avatar: undefined,
    verified: user.verified ?? false,
    isAdmin: user.isAdmin ?? false,
    languageId: english,
    languageIsoCode: 'en',
    settings: {
      ayahLanguages: [english],
      reflectionLanguages: [english],
      customized: false,
      hideFollowSuggestion: false,
      showFollowFeaturedSuggestion: false,
    },
  }
}
