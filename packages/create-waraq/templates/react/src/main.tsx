import { UserDataProvider, WaraqProvider } from 'waraq/react'
import { createRoot } from 'react-dom/client'
import { Chapter } from './Chapter.tsx'
import { engine, store, user } from './library.ts'

createRoot(document.getElementById('app')!).render(
  <WaraqProvider engine={engine} store={store}>
    <UserDataProvider user={user}>
      <Chapter number={1} name="Al-Fatihah" />
    </UserDataProvider>
  </WaraqProvider>,
)
