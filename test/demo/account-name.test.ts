import { expect, it } from 'vitest'
import { nameOfProfile } from '../../demo/src/user/account-name.ts'

it.each([
  [{ firstName: 'Amina', lastName: 'Rahman', username: 'amina' }, 'Amina Rahman'],
  [{ firstName: ' Amina ', lastName: '', username: 'amina' }, 'Amina'],
  [{ lastName: 'Rahman' }, 'Rahman'],
  [{ firstName: null, username: 'amina' }, 'amina'],
  [{ username: ' ' }, null],
  [{}, null],
])('the name of %o is %s', (profile, name) => {
  expect(nameOfProfile(profile)).toBe(name)
})
