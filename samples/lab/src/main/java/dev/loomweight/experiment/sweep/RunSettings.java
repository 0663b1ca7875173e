package dev.loomweight.experiment.sweep;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JdkVersions;
import java.util.Comparator;
import java.util.List;

/**
 * The settings of a run, from its capture. Runs with equal settings repeat each other.
 *
 * @param jdk the target's JDK, without its build
 * @param java the target's {@code java}, since two JDKs can be of one version
 * @param kind the kind of threads
 * @param threads how many were requested
 * @param depth the frames below each sleep
 * @param stackSizeBytes the stack size of a platform thread, in bytes, or 0 where it is not known
 * @param collector the collector as HotSpot names it, or {@link #DEFAULT}
 * @param inlining whether the JIT might inline the frames into each other
 */
record RunSettings(
        String jdk,
        String java,
        String kind,
        long threads,
        int depth,
        long stackSizeBytes,
        String collector,
        boolean inlining)
        implements Comparable<RunSettings> {

    /** The collector that the JVM chose. */
    static final String DEFAULT = "default";

    private static final String COLLECTOR_BEFORE = "-XX:+Use";
    private static final String COLLECTOR_AFTER = "GC";

    private static final Comparator<RunSettings> ORDER = Comparator.comparing(RunSettings::kind)
            .thenComparing(RunSettings::jdk, JdkVersions.ORDER)
            .thenComparing(RunSettings::java)
            .thenComparing(RunSettings::collector)
            .thenComparing(RunSettings::inlining)
            .thenComparingLong(RunSettings::stackSizeBytes)
            .thenComparingLong(RunSettings::threads)
            .thenComparingInt(RunSettings::depth);

    static RunSettings of(CaptureInfo info) {
        List<String> command = info.command();
        return new RunSettings(
                JdkVersions.withoutBuild(info.jdk()),
                command.isEmpty() ? "" : command.getFirst(),
                info.kind() == null ? "" : info.kind(),
                info.threadsAsked(),
                info.depth(),
                info.stackSizeBytes(),
                collector(command),
                command.stream().noneMatch(option -> option.startsWith("-XX:CompileCommand=dontinline")));
    }

    private static String collector(List<String> command) {
        return command.stream()
                .filter(option -> option.startsWith(COLLECTOR_BEFORE) && option.endsWith(COLLECTOR_AFTER))
                .map(option -> option.substring(COLLECTOR_BEFORE.length(), option.length() - COLLECTOR_AFTER.length()))
                .findFirst()
                .orElse(DEFAULT);
    }

    boolean isVirtual() {
        return kind.equals("virtual");
    }

    @Override
    public int compareTo(RunSettings other) {
        return ORDER.compare(this, other);
    }
}
