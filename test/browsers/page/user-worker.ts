import { deliverInBackground } from 'waraq/user'

deliverInBackground(self as unknown as Parameters<typeof deliverInBackground>[0], { root: '/user' })
