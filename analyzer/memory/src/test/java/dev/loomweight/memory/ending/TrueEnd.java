package dev.loomweight.memory.ending;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * The end of a JVM in a container as it was, and the texts that the kernel, Kubernetes and Docker write of it, each in one of
 * the forms of their versions.
 */
record TrueEnd(
        Kind kind, long limitMegabytes, boolean limited, int pid, String id, int status, int restarts, Random random) {

    /** Who ended it, and for what. */
    enum Kind {
        OWN(137),
        SHARED(137),
        NEIGHBOURS(137),
        CHILD(1),
        MACHINE(137),
        MACHINE_OTHER(0),
        SIGKILL(137),
        PROBE(137),
        SIGTERM(143),
        CRASH(134),
        FAILED(3),
        EVICTED(137);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        boolean isOfKernel() {
            return compareTo(MACHINE_OTHER) <= 0;
        }

        boolean isOfLimit() {
            return compareTo(CHILD) <= 0;
        }
    }

    static TrueEnd of(Random random) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        StringBuilder id = new StringBuilder();
        while (id.length() < 64) {
            id.append(Integer.toHexString(random.nextInt(16)));
        }
        return new TrueEnd(
                kind,
                128L << random.nextInt(5),
                kind.isOfLimit() || random.nextBoolean(),
                1000 + random.nextInt(30000),
                id.toString(),
                kind.status,
                random.nextInt(4),
                random);
    }

    /** The texts of it, by who writes them; of a pod as text, YAML and JSON. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (kind.isOfKernel()) {
            texts.put("kernel", kernel());
        }
        texts.put("describe", describe());
        texts.put("yaml", yaml());
        texts.put("docker", docker());
        return texts;
    }

    private long victimMegabytes() {
        return switch (kind) {
            case SHARED, NEIGHBOURS -> limitMegabytes / 5;
            case MACHINE, MACHINE_OTHER -> limitMegabytes / 2;
            default -> limitMegabytes * 9 / 10;
        };
    }

    private String victim() {
        return kind == Kind.CHILD ? "ffmpeg" : kind == Kind.MACHINE_OTHER ? "mysqld" : "java";
    }

    /** With a prefix of one kind, of a kernel of one version. */
    private String kernel() {
        int version = random.nextInt(5);
        boolean group = kind.isOfLimit();
        long anonymous = victimMegabytes() << 10;
        String path = "/kubepods/burstable/pod1234/" + id;
        List<String> lines = new ArrayList<>();
        lines.add("java invoked oom-killer: gfp_mask=0xcc0, order=0, oom_score_adj=0");
        lines.add("CPU: 0 PID: " + pid + " Comm: java Not tainted");
        if (group && version <= 2) {
            lines.add("Task in " + path + " killed as a result of limit of " + path);
        }
        if (group) {
            lines.add("memory: usage " + (limitMegabytes << 10) + "kB, limit " + (limitMegabytes << 10)
                    + "kB, failcnt 45");
            statistics(lines, version, path);
        } else {
            lines.add("Mem-Info:");
            lines.add("4194304 pages RAM");
        }
        tasks(lines, version);
        if (version >= 3) {
            lines.add("oom-kill:constraint=CONSTRAINT_" + (group ? "MEMCG" : "NONE")
                    + ",nodemask=(null),cpuset=x,mems_allowed=0," + (group ? "oom_memcg=" + path : "global_oom")
                    + ",task_memcg=" + path + ",task=" + victim() + ",pid=" + pid + ",uid=0");
        }
        String out = group ? "Memory cgroup out of memory: " : "Out of memory: ";
        String figures = " total-vm:9999999kB, anon-rss:" + anonymous + "kB, file-rss:1024kB"
                + (version >= 2 ? ", shmem-rss:0kB" : "");
        if (version <= 2) {
            lines.add(out + "Kill process " + pid + " (" + victim() + ") score 999 or sacrifice child");
            lines.add("Killed process " + pid + (version == 0 ? ", UID 500," : "") + " (" + victim() + ")" + figures);
        } else {
            lines.add(out + "Killed process " + pid + " (" + victim() + ")" + figures
                    + ", UID:0 pgtables:1234kB oom_score_adj:0");
        }
        if (version >= 2) {
            lines.add("oom_reaper: reaped process " + pid + " (" + victim()
                    + "), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB");
        }
        String prefix = List.of(
                        "",
                        "[ 9876.543210] ",
                        "[Mon Jan 15 14:22:45 2024] ",
                        "Jan 15 14:22:45 node1 kernel: [98.7] ",
                        "> ")
                .get(random.nextInt(5));
        return prefix + String.join("\n" + prefix, lines) + "\n";
    }

    private void statistics(List<String> lines, int version, String path) {
        long all = limitMegabytes << 20;
        long shared = kind == Kind.SHARED ? all * 7 / 10 : 0;
        long anonymous = all - shared - (1 << 20);
        if (version <= 2) {
            lines.add("Memory cgroup stats for " + path + ": cache:" + (shared >> 10) + "KB rss:" + (anonymous >> 10)
                    + "KB rss_huge:0KB shmem:" + (shared >> 10) + "KB mapped_file:0KB");
        } else if (version == 3) {
            lines.add("Memory cgroup stats for " + path + ":");
            lines.addAll(List.of("anon " + anonymous, "file " + shared, "kernel 1048576", "shmem " + shared));
        } else {
            lines.add("Memory cgroup stats for " + path + ":");
            lines.addAll(List.of("cache " + shared, "rss " + anonymous, "shmem " + shared, "total_cache " + shared));
            lines.addAll(List.of("total_rss " + anonymous, "total_shmem " + shared));
        }
    }

    private void tasks(List<String> lines, int version) {
        String columns = switch (version) {
            case 0 -> "total_vm      rss cpu oom_adj oom_score_adj";
            case 1 -> "total_vm      rss nr_ptes swapents oom_score_adj";
            case 2 -> "total_vm      rss nr_ptes nr_pmds swapents oom_score_adj";
            case 3 -> "total_vm      rss pgtables_bytes swapents oom_score_adj";
            default -> "total_vm      rss rss_anon rss_file rss_shmem pgtables_bytes swapents oom_score_adj";
        };
        lines.add("[  pid  ]   uid  tgid " + columns + " name");
        String rest = " 0".repeat(columns.trim().split("\\s+").length - 2);
        lines.add(row(pid, victimMegabytes(), rest, victim()));
        if (kind == Kind.NEIGHBOURS) {
            lines.add(row(pid + 1, limitMegabytes * 7 / 10, rest, "python3"));
        } else if (!victim().equals("java")) {
            lines.add(row(pid + 2, limitMegabytes / 20, rest, "java"));
        }
    }

    private static String row(int pid, long megabytes, String rest, String name) {
        return String.format(Locale.ROOT, "[%7d]     0 %5d  9999999 %8d", pid, pid, megabytes * 256) + rest + " "
                + name;
    }

    private String reason() {
        return kind.isOfLimit() ? "OOMKilled" : status == 0 ? "Completed" : "Error";
    }

    private String describe() {
        boolean last = kind != Kind.EVICTED && random.nextBoolean();
        String ended = "Terminated\n      Reason:       " + reason() + "\n      Exit Code:    " + status
                + "\n      Started:      Mon, 15 Jan 2024 14:22:01 +0000"
                + "\n      Finished:     Mon, 15 Jan 2024 14:22:45 +0000\n";
        return "Name:         shop-1\nNamespace:    default\n"
                + (kind == Kind.EVICTED
                        ? "Status:       Failed\nReason:       Evicted\nMessage:      The node was low on resource: memory.\n"
                        : "Status:       Running\n")
                + "Containers:\n  app:\n    Container ID:  containerd://" + id + "\n    Image:         shop:1\n"
                + (last
                        ? "    State:          Running\n      Started:      Mon, 15 Jan 2024 14:23:01 +0000\n    Last State:     "
                        : "    State:          ")
                + ended + "    Ready:          True\n    Restart Count:  " + (last ? restarts + 1 : restarts) + "\n"
                + (limited
                        ? "    Limits:\n      cpu:     1\n      memory:  " + limitMegabytes
                                + "Mi\n    Requests:\n      memory:  64Mi\n"
                        : "")
                + "    Environment:\n      JAVA_OPTS:  -Xss1m\n    Mounts:\n      /data from x (rw)\n"
                + "  sidecar:\n    State:          Running\n    Ready:          True\n    Restart Count:  0\n"
                + "    Environment:    <none>\n    Mounts:         <none>\nConditions:\n  Type   Status\nEvents:\n"
                + (kind == Kind.PROBE
                        ? "  Normal   Killing  20s (x2 over 5m)  kubelet  Container app failed liveness probe, will be restarted\n"
                        : "  Normal   Pulled   20s  kubelet  Container image already present\n");
    }

    private String yaml() {
        return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: shop-1\nspec:\n  containers:\n  - image: shop:1\n    name: app\n"
                + (limited
                        ? "    resources:\n      limits:\n        memory: " + limitMegabytes + "Mi\n"
                        : "    resources: {}\n")
                + "status:\n  containerStatuses:\n  - containerID: containerd://" + id + "\n    image: shop:1\n"
                + "    lastState: {}\n    name: app\n    restartCount: " + restarts
                + "\n    state:\n      terminated:\n"
                + "        containerID: containerd://" + id + "\n        exitCode: " + status
                + "\n        finishedAt: \"2024-01-15T14:22:45Z\"\n        reason: " + reason()
                + "\n        startedAt: \"2024-01-15T14:22:01Z\"\n"
                + (kind == Kind.EVICTED
                        ? "  message: 'The node was low on resource: memory.'\n  phase: Failed\n  reason: Evicted\n"
                        : "  phase: Running\n");
    }

    private String docker() {
        return "[\n    {\n        \"Id\": \"" + id + "\",\n        \"State\": {\n            \"Status\": \"exited\",\n"
                + "            \"Running\": false,\n            \"OOMKilled\": " + kind.isOfLimit()
                + ",\n            \"ExitCode\": " + status
                + ",\n            \"Error\": \"\",\n            \"StartedAt\": \"2024-01-15T14:22:01.5Z\",\n"
                + "            \"FinishedAt\": \"2024-01-15T14:22:45.5Z\"\n        },\n        \"Name\": \"/k8s_app_shop-1\",\n"
                + "        \"RestartCount\": 0,\n        \"HostConfig\": {\n            \"Memory\": "
                + (limited ? limitMegabytes << 20 : 0) + "\n        }\n    }\n]\n";
    }
}
