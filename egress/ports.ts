/**
 * Ports of services that do not speak HTTP, to which a crafted request could still do harm. First the "bad ports" of the
 * Fetch standard (section "Port blocking", as Chromium's restricted ports), which no browser opens anyway; then databases,
 * remote desktops and control planes that trust whoever connects. All other ports are open: sites do live on odd ones.
 */
export const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // SMB, SQL Server, Oracle, Docker, etcd, MySQL, RDP, PostgreSQL, VNC, Redis, kubelet, memcached, MongoDB.
  445, 1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 6379, 10250, 10255, 11211, 27017,
]);
