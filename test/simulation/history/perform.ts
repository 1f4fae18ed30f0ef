import type { TimedSyncOptions } from '../../../packages/waraq/src/sync/run/sync-options.ts'
import type { World } from '../world/world.ts'
import type { Command } from './commands.ts'

/** Performs one command. Work that it starts continues during later commands. */
export async function perform(world: World, command: Command): Promise<void> {
  const { service, network, time } = world
  world.note(JSON.stringify(command))
  switch (command.do) {
    case 'subscribe':
    case 'unsubscribe':
    case 'resync': {
      const tab = world.tab(command.tab)
      world.call(tab, `${command.do} ${command.filter}`, tab.engine[command.do](command.filter))
      return
    }
    case 'sync':
      return sync(world, command)
    case 'verify':
    case 'prioritize': {
      const { do: name, resource, tab: at } = command
      const tab = world.tab(at)
      const { group, id } = service.content.resources[resource]!.kind
      const ref = { group, id }
      world.call(
        tab,
        `${name} ${group}:${id}`,
        name === 'verify' ? tab.engine.verify(ref) : tab.engine.prioritize([ref]),
      )
      return
    }
    case 'change':
      return service.content.change(command.change, world.random)
    case 'land':
      network.landings.push({ change: command.change, moments: command.moments })
      return
    case 'fault':
      network.faults.push({ kind: command.kind, skip: command.skip })
      return
    case 'compact':
      return service.feed.compact()
    case 'revoke-checkpoints':
      return service.feed.revokeAll()
    case 'expire-access':
      return service.expireAccessTokens()
    case 'kill': {
      const tab = world.tabs[command.tab]
      if (tab && tab.state !== 'dead') await world.kill(tab, command.tasks)
      return
    }
    case 'close': {
      const tab = world.tabs[command.tab]
      if (tab?.state !== 'alive') return
      await world.finish([world.call(tab, 'close', tab.engine.close())])
      tab.kill()
      return
    }
    case 'freeze':
    case 'thaw': {
      const tab = world.tabs[command.tab]
      if (tab && tab.state !== 'dead') tab.state = command.do === 'freeze' ? 'frozen' : 'alive'
      return
    }
    case 'events':
      await world.pump(command.count)
      return
    case 'pass':
      return world.pass(command.ms)
    case 'jump':
      time.jump(command.ms)
  }
}

async function sync(world: World, command: Extract<Command, { do: 'sync' }>): Promise<void> {
  const tab = world.tab(command.tab)
  const controller = new AbortController()
  const options: TimedSyncOptions = {
    signal: controller.signal,
    background: command.background,
    ...(command.pages === null ? {} : { budget: { pages: command.pages } }),
  }
  const call = world.call(tab, 'sync', tab.engine.sync(options))
  if (command.abortAfter !== null) {
    await world.pump(command.abortAfter)
    controller.abort()
  }
  // A frozen tab's calls wait for its thaw.
  const waits = tab.state === 'frozen'
  if (command.wait && !waits) await world.finish([call])
}
