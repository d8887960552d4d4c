/**
 * Runs Deno on the repository, as the steps of a build do.
 *
 * @module
 */

/**
 * Runs Deno to its end.
 *
 * @param root The repository's root on this machine, where it runs
 * @param failure What an error begins with
 * @throws {Error} When it does not succeed; says what it wrote to stderr
 */
export function runDeno(root: string, args: readonly string[], failure: string): void {
  const { success, stderr } = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: root,
    stdin: "null",
  }).outputSync();
  if (!success) throw new Error(`${failure}: ${new TextDecoder().decode(stderr).trim()}`);
}

/**
 * Refuses a catalog that does not pass its gate. The program believes the
 * prepared catalog; this is where one is stopped that is not what the YAML says.
 *
 * @throws {Error} Naming the faults
 */
export function requireCatalog(root: string): void {
  const rights = ["--allow-read", "--allow-env"];
  const gate = ["run", "--quiet", "--frozen", ...rights, "scripts/check_catalog.ts"];
  runDeno(root, gate, "Cannot build with this catalog");
}
