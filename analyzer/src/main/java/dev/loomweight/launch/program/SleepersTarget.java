package dev.loomweight.launch.program;

import dev.loomweight.launch.SampleRequest;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One JVM of {@code sleepers}: how it is started so that what its threads weigh can be told from all else.
 *
 * @param settings what it is to be
 * @param jdk the JDK that runs it
 * @param settle how long to wait before each snapshot
 * @param folder the capture to make
 */
record SleepersTarget(SleepersSettings settings, TargetJdk jdk, Duration settle, Path folder) {

    private static final String MAIN = "dev.loomweight.samples.Sleepers";

    /** What the JVM and the sample need of the heap without any sleeper, with room to collect. */
    private static final long HEAP_BASE_BYTES = 256L << 20;

    /** A virtual sleeper without frames, rounded up from the 2.3 KB that JDK 25 needs. */
    private static final long HEAP_BYTES_PER_THREAD = 2560;

    /** An interpreted frame in a stack chunk, rounded up from 136 B. */
    private static final long HEAP_BYTES_PER_FRAME = 160;

    private static final long HEAP_STEP_BYTES = 64L << 20;

    /**
     * What to run.
     *
     * @param classPath where the sample is
     * @param series its place among others, as {@code capture.json} tells it; empty where it stands alone
     */
    SampleRequest request(List<Path> classPath, Map<String, ?> series) {
        String kind = settings.kind().word();
        Map<String, Object> known = new LinkedHashMap<>();
        // Replaced by what the JVM itself says once it is up; a JVM that does not start says nothing.
        known.put("jdk", jdk.runtimeVersion());
        if (settings.stackSizeBytes() != null) {
            known.put("stackSizeBytes", settings.stackSizeBytes());
        }
        known.putAll(series);
        return new SampleRequest(
                "sleepers",
                kind,
                MAIN,
                classPath,
                List.of(kind, Integer.toString(settings.threads()), Integer.toString(settings.depth())),
                jdk.java(),
                jvmOptions(),
                settle,
                settings.threads(),
                settings.depth(),
                folder,
                false,
                known,
                SampleRequest.NO_LIMIT);
    }

    /**
     * The heap is fixed and resident from the start, so that resident memory moves only by what lies outside, and the
     * histogram tells what lies inside. The number of compiler threads is fixed too: one more would be a stack more.
     */
    private List<String> jvmOptions() {
        long heap = HEAP_BASE_BYTES;
        if (settings.kind() == Kind.VIRTUAL) {
            heap += settings.threads() * (HEAP_BYTES_PER_THREAD + HEAP_BYTES_PER_FRAME * settings.depth());
        }
        long rounded = (heap + HEAP_STEP_BYTES - 1) / HEAP_STEP_BYTES * HEAP_STEP_BYTES;
        List<String> options = new ArrayList<>(List.of(
                "-Xms" + rounded, "-Xmx" + rounded, "-XX:+AlwaysPreTouch", "-XX:-UseDynamicNumberOfCompilerThreads"));
        if (!settings.inlining()) {
            // Inlined into each other, the frames that were asked for would be fewer than asked for.
            options.add("-XX:CompileCommand=quiet");
            options.add("-XX:CompileCommand=dontinline," + MAIN + "::descend");
        }
        if (settings.stackSizeBytes() != null) {
            options.add("-Xss" + settings.stackSizeBytes());
        }
        if (settings.gc() != null) {
            options.add(settings.gc().flag());
        }
        return options;
    }
}
