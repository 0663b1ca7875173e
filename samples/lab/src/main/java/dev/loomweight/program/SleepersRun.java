package dev.loomweight.program;

import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.program.SampleRequest.Jvm;
import dev.loomweight.program.SampleRequest.Threads;
import dev.loomweight.program.SleeperPrograms.Collector;
import dev.loomweight.program.SleeperPrograms.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One JVM of {@code sleepers}, started so that the weight of its threads can be separated from everything else.
 *
 * @param kind the kind of thread
 * @param threads how many, 1 or more
 * @param depth how many frames each has below its sleep, 0 or more
 * @param stackSizeBytes the stack size of a platform thread; empty for the JVM's default
 * @param gc the collector; empty for the JVM's choice
 * @param inlining whether the JIT may inline those frames into each other
 * @param jdk the JDK that runs it
 */
record SleepersRun(
        Kind kind,
        int threads,
        int depth,
        Optional<Long> stackSizeBytes,
        Optional<Collector> gc,
        boolean inlining,
        TargetJdk jdk) {

    private static final String MAIN = "dev.loomweight.samples.Sleepers";

    /** The heap of the JVM and the sample without any sleeper, with room to collect. */
    private static final long HEAP_BASE_BYTES = 256L << 20;

    /** A virtual sleeper without frames, rounded up from the 2.3 KB that JDK 25 needs. */
    private static final long HEAP_BYTES_PER_THREAD = 2560;

    /** An interpreted frame in a stack chunk, rounded up from 136 B. */
    private static final long HEAP_BYTES_PER_FRAME = 160;

    private static final long HEAP_STEP_BYTES = 64L << 20;

    String label() {
        return String.format(
                Locale.ROOT, "%s, %,d threads, %,d frames, JDK %s", kind.word(), threads, depth, jdk.version());
    }

    String shortLabel() {
        return kind.word() + ", JDK " + jdk.version();
    }

    /**
     * How to run it.
     *
     * @param folder the capture
     * @param place its place among other runs, for {@code capture.json}; empty if it stands alone
     */
    SampleRequest sample(Duration settle, Path folder, Map<String, ?> place) {
        Map<String, Object> known = new LinkedHashMap<>();
        // The JVM itself replaces the JDK once it is up.
        known.put("jdk", jdk.runtimeVersion());
        stackSizeBytes.ifPresent(bytes -> known.put("stackSizeBytes", bytes));
        known.putAll(place);
        return new SampleRequest(
                "sleepers",
                new Jvm(
                        jdk.java(),
                        jvmOptions(),
                        SamplesJar.classPath(),
                        MAIN,
                        List.of(kind.word(), Integer.toString(threads), Integer.toString(depth))),
                new Threads(kind.word(), threads, depth),
                known,
                false,
                settle,
                SampleRequest.NO_LIMIT,
                folder);
    }

    /**
     * The heap has a fixed size and is resident from the start, so that resident memory changes only outside it; the
     * class histogram shows what is inside. The number of compiler threads is fixed too: one more would be one more stack.
     */
    private List<String> jvmOptions() {
        long heap = HEAP_BASE_BYTES;
        if (kind == Kind.VIRTUAL) {
            heap += threads * (HEAP_BYTES_PER_THREAD + HEAP_BYTES_PER_FRAME * depth);
        }
        long rounded = (heap + HEAP_STEP_BYTES - 1) / HEAP_STEP_BYTES * HEAP_STEP_BYTES;
        List<String> options = new ArrayList<>(List.of(
                "-Xms" + rounded, "-Xmx" + rounded, "-XX:+AlwaysPreTouch", "-XX:-UseDynamicNumberOfCompilerThreads"));
        if (!inlining) {
            // Inlined into each other, the frames would be fewer than requested.
            options.add("-XX:CompileCommand=quiet");
            options.add("-XX:CompileCommand=dontinline," + MAIN + "::descend");
        }
        stackSizeBytes.ifPresent(bytes -> options.add("-Xss" + bytes));
        gc.ifPresent(collector -> options.add(collector.flag()));
        return options;
    }
}
