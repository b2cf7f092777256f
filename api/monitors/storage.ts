import type { FieldProblem, Sealed } from "#schemas/common.ts";
import type { CaptureChange, MonitorCapture } from "#schemas/monitor/capture.ts";
import type { StorageSecret, StorageTarget } from "#schemas/renders/storage.ts";
import type { ApiPorts } from "../ports.ts";
import { onlyPicture } from "../renders/outputs.ts";
import { checkStorage, toStorage } from "../renders/storage.ts";

/** A capture with a change applied, and the change itself: only the change can contain keys. */
type Merged = { shownCapture: MonitorCapture; change: CaptureChange };

/** The placeholder of a key that was given earlier and is kept. */
const keptMark = "kept";

/** The problems of a monitor's storage options; none if its pictures are not stored. */
export function checkCaptureStorage(
  policy: ApiPorts["policy"],
  merged: Merged,
  before: StorageTarget | null,
): FieldProblem[] {
  const problems = checkStorage(policy, requestOf(merged, before), onlyPicture);
  return problems.map(({ field, message }) => ({ field: `capture.${field}`, message }));
}

/** The storage of a monitor's pictures after a checked change. Keys that the change omits stay. */
export function storageOf(
  mergedCapture: Merged,
  before: StorageTarget | null,
  sealField: (field: StorageSecret, plaintext: string) => Sealed,
): StorageTarget | null {
  const { change } = mergedCapture;
  const fields = {
    storageAccessKeyId: "storage_access_key_id",
    storageSecretAccessKey: "storage_secret_access_key",
  } as const;
  const sealedBefore = { storageAccessKeyId: before?.accessKeyId, storageSecretAccessKey: before?.secretAccessKey };
  return toStorage({ ...requestOf(mergedCapture, before), url: "" }, (plaintext, field) => {
    const sealed = change[fields[field]] === undefined ? sealedBefore[field] : undefined;
    return sealed ?? sealField(field, plaintext);
  });
}

/** The same options as fields of a render. */
function requestOf({ shownCapture, change }: Merged, before: StorageTarget | null) {
  const { store, format = "jpg" } = shownCapture;
  const { storage_access_key_id: accessKeyId, storage_secret_access_key: secretAccessKey } = change;
  const known = before === null ? undefined : keptMark;
  const id = accessKeyId === undefined ? known : accessKeyId;
  const secret = secretAccessKey === undefined ? known : secretAccessKey;
  return {
    ...(store !== undefined && { store }),
    format,
    ...storageFieldsOf(shownCapture),
    ...(typeof id === "string" && { storage_access_key_id: id }),
    ...(typeof secret === "string" && { storage_secret_access_key: secret }),
  };
}

function storageFieldsOf(shownCapture: MonitorCapture) {
  const {
    storage_provider,
    storage_path,
    storage_bucket,
    storage_endpoint,
    storage_region,
    storage_public_domain,
    storage_return_location,
  } = shownCapture;
  return {
    ...(storage_provider !== undefined && { storage_provider }),
    ...(storage_path !== undefined && { storage_path }),
    ...(storage_bucket !== undefined && { storage_bucket }),
    ...(storage_endpoint !== undefined && { storage_endpoint }),
    ...(storage_region !== undefined && { storage_region }),
    ...(storage_public_domain !== undefined && { storage_public_domain }),
    ...(storage_return_location !== undefined && { storage_return_location }),
  };
}
