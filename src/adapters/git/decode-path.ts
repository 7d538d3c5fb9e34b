import { isUtf8 } from "node:buffer";

/** A file name as text. Bytes that are not UTF-8 become `\xff`, so that names stay distinct. */
export function decodePath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(at, at + count)) && at + count <= bytes.length);
    const end = at + (length ?? 1);
    const piece = bytes.subarray(at, end);
    text += length === undefined ? `\\x${piece.toString("hex")}` : piece.toString("utf8");
    at = end;
  }
  return text;
}

/** The fields of an output in which each ends with a NUL, as bytes. */
export function splitBytes(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    fields.push(output.subarray(start, end));
    start = end + 1;
  }
  if (start < output.length) fields.push(output.subarray(start));
  return fields;
}

/** The fields of an output in which each ends with a NUL, as text. */
export function splitFields(output: Buffer): string[] {
  if (!isUtf8(output)) return splitBytes(output).map(decodePath);
  const fields = output.toString("utf8").split("\0");
  if (fields.at(-1) === "") fields.pop();
  return fields;
}
