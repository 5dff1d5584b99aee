import { existsSync, globSync, readFileSync } from 'node:fs'
import { CommandError } from '../command.ts'

/** Files to be written to a repository: all are drafted before the first is written. */
export class Draft {
  readonly #root: URL
  readonly #texts = new Map<string, string>()

  constructor(root: URL) {
    this.#root = root
  }

  exists(path: string): boolean {
    return this.#texts.has(path) || existsSync(new URL(path, this.#root))
  }

  read(path: string): string {
    return this.#texts.get(path) ?? readFileSync(new URL(path, this.#root), 'utf8')
  }

  /** Returns the paths that match a pattern, drafted files aside. */
  find(pattern: string): string[] {
    return globSync(pattern, { cwd: this.#root }).sort()
  }

  /** Adds a file. @throws CommandError if it exists. */
  add(path: string, text: string) {
    if (this.exists(path)) throw new CommandError(`${path} exists already.`)
    this.#texts.set(path, text)
  }

  /** Changes a file. */
  edit(path: string, change: (text: string) => string) {
    this.#texts.set(path, change(this.read(path)))
  }

  files(): ReadonlyMap<string, string> {
    return this.#texts
  }

  listPaths(): string[] {
    return [...this.#texts.keys()].sort()
  }
}
