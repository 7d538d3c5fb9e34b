/**
 * A seccomp filter without the three calls for the kernel's keyrings. A program inherits the session's keyring, and no
 * namespace keeps it from reading the keys there. For the program the calls do not exist (ENOSYS).
 */
export function keyringFilter(): Uint8Array {
  const instructions: Instruction[] = [[LOAD, 0, 0, ARCHITECTURE]];
  for (const { architecture, first } of CALLS) {
    instructions.push(
      // Skips to the next architecture.
      [EQUALS, 0, 6, architecture],
      [LOAD, 0, 0, NUMBER],
      // Calls of the x32 kind have the same numbers with a bit set.
      [AND, 0, 0, ~X32 >>> 0],
      [AT_LEAST, 0, 2, first],
      [GREATER, 1, 0, first + 2],
      [RETURN, 0, 0, REFUSE],
      [RETURN, 0, 0, ALLOW],
    );
  }
  instructions.push([RETURN, 0, 0, ALLOW]);
  return encode(instructions);
}

/** Operation, how many instructions to skip if true and if false, and the operand. */
type Instruction = readonly [code: number, yes: number, no: number, operand: number];

const LOAD = 0x20;
const EQUALS = 0x15;
const GREATER = 0x25;
const AT_LEAST = 0x35;
const AND = 0x54;
const RETURN = 0x06;
/** Offsets in what the kernel shows the filter. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const ALLOW = 0x7fff0000;
const ENOSYS = 38;
const REFUSE = 0x00050000 | ENOSYS;
const X32 = 0x40000000;

/** `add_key`, `request_key` and `keyctl` have consecutive numbers everywhere. */
const CALLS: readonly { readonly architecture: number; readonly first: number }[] = [
  { architecture: 0xc000003e, first: 248 }, // x86-64
  { architecture: 0x40000003, first: 286 }, // 32-bit programs on it
  { architecture: 0xc00000b7, first: 217 }, // 64-bit ARM
  { architecture: 0x40000028, first: 309 }, // 32-bit programs on it
  { architecture: 0xc00000f3, first: 217 }, // 64-bit RISC-V
];

/** In the byte order of the architectures above. */
function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [at, [code, yes, no, operand]] of instructions.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(operand, at * 8 + 4);
  }
  return bytes;
}
