/** Files of the system that hold secrets and that root can read; hidden like the homes. */
export const SYSTEM_SECRETS: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/docker",
  "/etc/kubernetes",
  "/var/lib/docker",
  "/var/lib/kubelet",
  "/var/spool/cron",
];
