import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Summary } from '#tools/bench/open-loop/summary.ts'
import type { GeneratorMessage, GeneratorTask } from './generator.ts'
import type { Part } from './installation.ts'
import type { LoadPlan } from './plan.ts'
import type { LoadWorld } from './world.ts'

/** The load generator, which runs in a process of its own. */
export interface Generator {
  part: Part
  /** Lets every phone pull everything once. */
  prepare(urls: string[]): Promise<void>
  load(urls: string[], plan: LoadPlan): Promise<Summary>
  stop(): Promise<void>
}

/** @param folder for the file with the tokens of all users */
export async function startGenerator(world: LoadWorld, folder: string): Promise<Generator> {
  const file = join(folder, 'world.json')
  await writeFile(file, JSON.stringify(world), { mode: 0o600 })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts'), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  async function next(): Promise<GeneratorMessage> {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`The load generator ended with ${code}.`)
      }),
    ])
    return message
  }
  async function runTask(task: GeneratorTask): Promise<GeneratorMessage> {
    const reply = next()
    child.send(task)
    return reply
  }
  await next()
  return {
    // The main thread of one process: one core at most.
    part: { kind: 'generator', pid: child.pid ?? 0, allowed: 1 },
    async prepare(urls) {
      await runTask({ kind: 'prepare', urls })
    },
    async load(urls, plan) {
      const reply = await runTask({ kind: 'load', urls, ...plan })
      if (reply.kind !== 'loaded') throw new Error(`The load generator answered ${reply.kind}.`)
      return reply.summary
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}
