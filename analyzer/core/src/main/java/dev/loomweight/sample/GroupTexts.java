package dev.loomweight.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the kernel has of the control group that a process is in. */
public sealed interface GroupTexts extends Sample {

    /**
     * The memory limit that the process runs under: the lowest of its control groups, v1 or v2.
     *
     * @param limitBytes the limit, in bytes, or -1 where there is none
     * @param file the file that names it
     */
    record ContainerLimit(long limitBytes, String file) implements GroupTexts {}

    /**
     * What the process' own control group is charged for, version 1 or 2: its processes' memory, and the page cache and
     * kernel memory that they caused.
     *
     * @param bytes the figures, in bytes, by the kernel's names: {@code usage}, and the lines of {@code memory.stat} such as
     *     {@code anon}, {@code file}, {@code kernel_stack}
     */
    record ContainerMemory(Map<String, Long> bytes) implements GroupTexts {

        /** The name of the whole that is charged, which the kernel compares with the limit. */
        public static final String USAGE = "usage";

        /** The same of the group above whose limit applies, where that is not the process' own group. */
        public static final String LIMITED_USAGE = "usage of the limited group";

        /** Before the number of another process of the group, whose value is its RSS. */
        public static final String PROCESS = "process ";

        /** Before the mount point of a file system in memory, whose value is what it holds. */
        public static final String TMPFS = "tmpfs ";

        // Version 1 has the figures of a group with and without those below it.
        private static final List<List<String>> PAGE_CACHE =
                List.of(List.of("total_inactive_file", "inactive_file"), List.of("total_active_file", "active_file"));

        public ContainerMemory {
            bytes = Map.copyOf(bytes);
        }

        /** The first of some figures that is there, in bytes, or null: the versions differ in their names. */
        public @Nullable Long first(String... names) {
            for (String name : names) {
                Long value = bytes.get(name);
                if (value != null) {
                    return value;
                }
            }
            return null;
        }

        /** What is charged to the group whose limit applies, in bytes; empty where that is not known. */
        public OptionalLong charged() {
            Long charged = first(LIMITED_USAGE, USAGE);
            return charged == null ? OptionalLong.empty() : OptionalLong.of(charged);
        }

        /**
         * What the kernel frees before it kills a process, in bytes: page cache and caches of its own. Of a group above the
         * process' own it is not known, and what the own group has is the least.
         */
        public long reclaimableBytes() {
            return pageCacheBytes().orElse(0) + Math.max(0, bytes.getOrDefault("slab_reclaimable", 0L));
        }

        /**
         * Pages of files, mapped or not, that the kernel drops before it kills a process, in bytes; empty where that is not
         * known. What {@code memory.stat} calls {@code file} also has tmpfs and shared memory, which it cannot drop.
         */
        public OptionalLong pageCacheBytes() {
            long cache = 0;
            boolean known = false;
            for (List<String> names : PAGE_CACHE) {
                Long found = first(names.toArray(String[]::new));
                known |= found != null;
                cache += found == null ? 0 : Math.max(0, found);
            }
            return known ? OptionalLong.of(cache) : OptionalLong.empty();
        }

        /**
         * tmpfs (/dev/shm, emptyDir with medium Memory) and shared memory, mapped or not, in bytes: charged, and not dropped by
         * the kernel. Empty where that is not known.
         */
        public OptionalLong sharedBytes() {
            Long shared = first("total_shmem", "shmem");
            return shared == null ? OptionalLong.empty() : OptionalLong.of(shared);
        }

        /** The RSS of the other processes of the group, in bytes, by {@code process PID}, the largest first; not all if many. */
        public Map<String, Long> otherProcesses() {
            return named(PROCESS, 0);
        }

        /** The sum of {@link #otherProcesses}, in bytes. */
        public long otherProcessesBytes() {
            return otherProcesses().values().stream().mapToLong(Long::longValue).sum();
        }

        /** What file systems in memory hold, in bytes, by their mount points, the largest first. */
        public Map<String, Long> tmpfs() {
            return named(TMPFS, TMPFS.length());
        }

        private Map<String, Long> named(String key, int begin) {
            Map<String, Long> found = new LinkedHashMap<>();
            bytes.entrySet().stream()
                    .filter(one -> one.getKey().startsWith(key))
                    .sorted(Map.Entry.<String, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .forEach(one -> found.put(one.getKey().substring(begin), one.getValue()));
            return found;
        }

        /** Pages of files, tmpfs and shared memory that a process maps, in bytes, or null where that is not known. */
        public @Nullable Long mappedBytes() {
            return first("file_mapped", "total_mapped_file", "mapped_file");
        }
    }

    /**
     * The kernel's count of the processes of a control group that it killed for lack of memory, before the end of a process and
     * after it.
     *
     * @param file the file that has the count; empty if there is none
     * @param before the count while the process ran
     * @param after the count once the process had ended
     * @param since when {@code before} was read
     * @param group whether both counts are of one group
     */
    record KillCount(String file, long before, long after, Since since, Group group) {

        /** Nothing counts. */
        public static final KillCount NONE = new KillCount("", 0, 0, Since.START, Group.UNKNOWN);

        /** When the first count was read. */
        public enum Since {
            /** When the capture began. */
            START,
            /** At the last snapshot. */
            LAST_SNAPSHOT
        }

        /** Whether a count that did not rise means that the kernel did not kill the process. */
        public enum Group {
            /** Both counts are of the same group. */
            SAME,
            /** The group was made again, or the second count is of another one: it begins at 0 and says nothing. */
            OTHER,
            /** The group was removed with the process, before its count could be read again. */
            REMOVED,
            /** Nothing shows whether the group is the same. */
            UNKNOWN
        }

        /** Whether the kernel counts at all. */
        public boolean isCounted() {
            return !file.isEmpty();
        }

        /** How many processes of the group the kernel killed meanwhile; 0 also where the second count is of another group. */
        public long kills() {
            return group == Group.OTHER ? 0 : Math.max(0, after - before);
        }
    }

    /**
     * How many threads and processes a control group may have.
     *
     * @param file the file with the lowest such limit, as {@code .../pids.max}; empty if there is none
     * @param most the limit; -1 if there is none
     * @param refused how many threads or processes the kernel refused because of such a limit while the target was captured
     */
    record ThreadLimit(String file, long most, long refused) {

        /** No limit is known. */
        public static final ThreadLimit NONE = new ThreadLimit("", -1, 0);
    }
}
