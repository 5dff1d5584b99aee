import { MemoryFS, type PGlite } from '@electric-sql/pglite'

// Where PGlite keeps the files of its database.
const dataFolder = '/pglite/data'

type FileSystem = PGlite['Module']['FS']

/** The contents of the files of a database by their paths in its folder; null for a folder, which precedes its files. */
export type DatabaseFiles = ReadonlyMap<string, Uint8Array | null>

/** The files of a database in memory that starts as a copy of another one. */
export class CopiedFiles extends MemoryFS {
  readonly #template: DatabaseFiles

  constructor(template: DatabaseFiles) {
    super()
    this.#template = template
  }

  /** Writes the copies; PGlite then finds a database. */
  override async initialSyncFs() {
    const { FS } = this.pg!.Module
    FS.mkdir(dataFolder)
    for (const [path, content] of this.#template) {
      if (content === null) FS.mkdir(dataFolder + path)
      // The database changes the array that it owns.
      else FS.writeFile(dataFolder + path, new Uint8Array(content), { canOwn: true })
    }
  }
}

/** Returns the files of a database in memory. It must be stopped, so that another one can start from them at once. */
export function readFiles(fileSystem: FileSystem): DatabaseFiles {
  return new Map(listEntries(fileSystem, ''))
}

function* listEntries(fileSystem: FileSystem, folder: string): Generator<[string, Uint8Array | null]> {
  for (const name of fileSystem.readdir(dataFolder + folder)) {
    if (name === '.' || name === '..') continue
    const path = `${folder}/${name}`
    if (fileSystem.isDir(fileSystem.stat(dataFolder + path).mode)) {
      yield [path, null]
      yield* listEntries(fileSystem, path)
    } else yield [path, fileSystem.readFile(dataFolder + path)]
  }
}
