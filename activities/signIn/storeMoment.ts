import { createHash } from "node:crypto";
import { momentPrefix } from "#schemas/signIn.ts";
import type { ActivityPorts } from "../ports.ts";

/** The try that a picture is of. */
type Shown = { signInId: string; generation: number };

/** Keeps the picture of a try in place of an older one. A try without a picture removes it, as it would show another moment. */
export async function storeMoment(
  { database: { signIns }, objects }: Pick<ActivityPorts, "database" | "objects">,
  { signInId: _id, generation }: Shown,
  picture: Buffer | null,
): Promise<void> {
  const key = `${momentPrefix(_id)}${generation}.jpg`;
  if (picture !== null) await objects.put(key, picture, "image/jpeg");
  const sha256 = createHash("sha256")
    .update(picture ?? "")
    .digest("hex");
  const kept = { key, bytes: picture?.byteLength ?? 0, sha256, generation, takenAt: new Date() };
  const before = await signIns.findOne({ _id }, { projection: { picture: 1 } });
  const { matchedCount } = await signIns.updateOne(
    // A try of a worker that was taken for dead may end late.
    { _id, $or: [{ picture: { $exists: false } }, { "picture.generation": { $lte: generation } }] },
    picture === null ? { $unset: { picture: "" } } : { $set: { picture: kept } },
  );
  const unused = matchedCount === 0 ? key : before?.picture?.key;
  if (unused !== undefined && (matchedCount === 0 || unused !== key)) await objects.removePrefix(unused);
}
