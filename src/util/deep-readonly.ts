type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** The same type with every property and array read-only, all the way down. */
export type DeepReadonly<T> = T extends Primitive
  ? T
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;
