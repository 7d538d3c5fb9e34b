import { spawn } from "node:child_process";

/** Installs one package into a folder of its own, without its scripts. */
export function npmInstall(folder: string, specifier: string): Promise<void> {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  // Said outright, because `npm run` hands the caller's own prefix and location down in the environment.
  const place = ["--prefix", folder, "--location=project", "--include=optional"];
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["install", ...options, ...place, specifier], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm could not install ${specifier} (exit code ${code}).`));
    });
  });
}
