/** One statement that imports from a module. */
export interface ModuleImport {
  /** As written: `./orders.js`, `.orders`, `shop.orders`. */
  readonly source: string;
  /** Offsets of the statement. */
  readonly start: number;
  readonly end: number;
  /** The imported names, each with its local name. */
  readonly names: ReadonlyMap<string, string>;
  /** The local name of the whole module. */
  readonly alias?: string | undefined;
  /** For a module that is imported as if it were a name of its package: `from shop import orders`. */
  readonly inPackage?: { readonly source: string; readonly name: string };
  /** Whether the program expects that it may fail. */
  readonly isGuarded?: boolean;
}
