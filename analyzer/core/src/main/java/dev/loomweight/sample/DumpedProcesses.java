package dev.loomweight.sample;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which thread dumps are of one process at several moments: the one place that decides it. Those of a capture are of its
 * process. Files that are given alone are of one process if the id of that, where both have one, is the same, and if the platform threads that they have in common are the same: a
 * thread keeps its id, its name and the method in which it began, and uses more and more processor time.
 */
public final class DumpedProcesses {

    /** Of the ids that two dumps have in common, one of so many may have another name: threads can be renamed. */
    private static final int RENAMED = 4;

    private DumpedProcesses() {}

    /**
     * What a dump shows of its process.
     *
     * @param subject the process as the report names it
     * @param file the file
     * @param alone whether it is a file that stands for itself: nothing but its threads says which process it is of
     * @param kind which command printed it
     * @param time when it was taken, or null
     * @param runtime the version of the JDK; may be empty
     * @param threads the platform threads by their ids; of a file that does not stand for itself none
     */
    public record Sign(
            String subject,
            String file,
            boolean alone,
            DumpedThreads.Kind kind,
            @Nullable Instant time,
            String runtime,
            Map<Long, ThreadSign> threads) {

        private static final Comparator<Sign> IN_ORDER = Comparator.comparing(
                        Sign::time, Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
                .thenComparing(Sign::file)
                .thenComparing(Sign::kind)
                .thenComparing(Sign::subject);

        public Sign {
            threads = Map.copyOf(threads);
        }
    }

    /**
     * What stays the same of a thread.
     *
     * @param name its name
     * @param begins the method in which it began; empty without frames
     * @param cpuNanos the processor time that it has used
     */
    public record ThreadSign(String name, String begins, Quantity cpuNanos) {

        boolean isSame(ThreadSign other) {
            return name.equals(other.name)
                    && (begins.isEmpty() || other.begins.isEmpty() || begins.equals(other.begins));
        }

        boolean isAfter(ThreadSign earlier) {
            return cpuNanos.minus(earlier.cpuNanos).orElse(0) >= 0;
        }
    }

    /** What a dump shows of its process. */
    public static Sign signOf(Origin origin, DumpedThreads dump) {
        boolean alone = isAlone(origin);
        Map<Long, ThreadSign> threads = new HashMap<>();
        if (alone) {
            for (DumpedThread thread : dump.threads()) {
                if (thread.id() != 0 && !thread.isVirtual()) {
                    threads.put(thread.id(), new ThreadSign(thread.name(), begins(thread), thread.cpuNanos()));
                }
            }
        }
        return new Sign(origin.subject(), origin.file(), alone, dump.kind(), dump.time(), dump.runtime(), threads);
    }

    private static String begins(DumpedThread thread) {
        return thread.frames().isEmpty() ? "" : thread.frames().getLast().method();
    }

    /** Whether a dump is a file that stands for itself: its process is called like the file. */
    private static boolean isAlone(Origin origin) {
        String subject = origin.subject().replaceAll(" \\d+$", "");
        return subject.isEmpty() || origin.file().endsWith(subject);
    }

    /**
     * The dumps of each process: those of captures first, by their subjects, then files that were given alone; each in the
     * order of time, those without a time last.
     *
     * @param dumps in any order
     * @param signs what each shows of its process
     * @param ids of the processes, by the files that name one
     */
    public static <T> List<List<T>> group(List<T> dumps, Function<T, Sign> signs, Map<String, Long> ids) {
        Map<String, List<T>> processes = new TreeMap<>();
        List<List<T>> alone = new ArrayList<>();
        dumps.stream().sorted(Comparator.comparing(signs, Sign.IN_ORDER)).forEach(dump -> {
            Sign sign = signs.apply(dump);
            if (!sign.alone()) {
                processes
                        .computeIfAbsent(sign.subject(), subject -> new ArrayList<>())
                        .add(dump);
                return;
            }
            alone.stream()
                    .filter(group -> isSameProcess(signs.apply(group.getFirst()), sign, ids)
                            && isSameProcess(signs.apply(group.getLast()), sign, ids))
                    .findFirst()
                    .orElseGet(() -> {
                        alone.add(new ArrayList<>());
                        return alone.getLast();
                    })
                    .add(dump);
        });
        List<List<T>> found = new ArrayList<>(processes.values());
        found.addAll(alone);
        return found;
    }

    /** Whether two files are of one process, the first not taken after the second. */
    private static boolean isSameProcess(Sign one, Sign other, Map<String, Long> ids) {
        Long id = ids.get(one.file());
        Long otherId = ids.get(other.file());
        if (id != null && otherId != null && !id.equals(otherId)) {
            return false;
        }
        String version = version(one.runtime());
        String otherVersion = version(other.runtime());
        if (!version.isEmpty() && !otherVersion.isEmpty() && !version.equals(otherVersion)) {
            return false;
        }
        boolean ordered =
                one.time() != null && other.time() != null && one.time().isBefore(other.time());
        int same = 0;
        int different = 0;
        for (Map.Entry<Long, ThreadSign> entry : one.threads().entrySet()) {
            ThreadSign thread = other.threads().get(entry.getKey());
            if (thread == null) {
                continue;
            }
            if (ordered && !thread.isAfter(entry.getValue())) {
                return false;
            }
            if (thread.isSame(entry.getValue())) {
                same++;
            } else {
                different++;
            }
        }
        int least = Math.min(one.threads().size(), other.threads().size());
        return 2 * same >= least && RENAMED * different <= same;
    }

    // Commands print it in different ways.
    private static String version(String runtime) {
        int end = 0;
        while (end < runtime.length() && (Character.isDigit(runtime.charAt(end)) || runtime.charAt(end) == '.')) {
            end++;
        }
        return runtime.substring(0, end);
    }
}
