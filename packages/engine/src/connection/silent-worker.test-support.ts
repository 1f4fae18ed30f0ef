import { expose } from 'comlink'
import { engineDoor } from '../door/engine-door.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'

/** A worker that is awake, and whose engine never answers. */
expose(
  engineDoor({
    createEngine: () => new ScriptedEngine(),
    openStore: () => {
      throw new Error('Nobody reads here')
    },
    locks: navigator.locks,
  }),
)
