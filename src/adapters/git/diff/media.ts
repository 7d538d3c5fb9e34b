/**
 * Whether a binary file is what its name says: an image, a font, audio, video or a PDF. Such files are not executed, so
 * nobody needs to read them. Programs, archives and unknown formats do not count.
 */
export function isMedia(path: string, start: Buffer): boolean {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return (FORMATS.get(ending) ?? []).some(({ at, bytes }) => start.subarray(at, at + bytes.length).equals(bytes));
}

/** Whether the name is that of a media file. */
export function hasMediaName(path: string): boolean {
  return FORMATS.has(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

/** Bytes at a fixed position in every file of a format. */
interface Mark {
  readonly at: number;
  readonly bytes: Buffer;
}

const mark = (text: string, at = 0): Mark => ({ at, bytes: Buffer.from(text, "latin1") });

const RIFF_WEBP = [mark("WEBP", 8)];
const RIFF_WAVE = [mark("WAVE", 8)];
const BOX = [mark("ftyp", 4)];
const JPEG = [mark("\xff\xd8\xff")];
const TIFF = [mark("II*\0"), mark("MM\0*")];
const SFNT = [mark("\0\x01\0\0"), mark("OTTO"), mark("true"), mark("ttcf")];
const OGG = [mark("OggS")];

const FORMATS: ReadonlyMap<string, readonly Mark[]> = new Map([
  ["png", [mark("\x89PNG\r\n\x1a\n")]],
  ["apng", [mark("\x89PNG\r\n\x1a\n")]],
  ["jpg", JPEG],
  ["jpeg", JPEG],
  ["gif", [mark("GIF87a"), mark("GIF89a")]],
  ["webp", RIFF_WEBP],
  ["avif", BOX],
  ["heic", BOX],
  ["bmp", [mark("BM")]],
  ["ico", [mark("\0\0\x01\0")]],
  ["icns", [mark("icns")]],
  ["tif", TIFF],
  ["tiff", TIFF],
  ["psd", [mark("8BPS")]],
  ["pdf", [mark("%PDF-")]],
  ["woff", [mark("wOFF")]],
  ["woff2", [mark("wOF2")]],
  ["ttf", SFNT],
  ["otf", SFNT],
  ["ttc", SFNT],
  ["mp3", [mark("ID3"), mark("\xff\xfb"), mark("\xff\xf3"), mark("\xff\xf2")]],
  ["mp4", BOX],
  ["m4a", BOX],
  ["mov", BOX],
  ["webm", [mark("\x1a\x45\xdf\xa3")]],
  ["ogg", OGG],
  ["oga", OGG],
  ["flac", [mark("fLaC")]],
  ["wav", RIFF_WAVE],
]);
