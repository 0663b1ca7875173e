package dev.loomweight.query;

import dev.loomweight.bytecode.ClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The pipeline of the documentation, over all pins of a recording: the first time, and again over the kept columns. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PipelineBenchmark {

    private static final Pipeline PIPELINE = PipelineParser.parse("events jdk.VirtualThreadPinned"
            + " | where duration > 0.1ms and holder ~ \"dev\" | by holder, reason"
            + " | agg count, sum duration, p99 duration | sort -sum | top 10");

    /** A recording, such as {@code scripts/make-recording} makes. */
    @Param("src/test/resources/recordings/25/pins.jfr")
    public String recording = "";

    private OpenInput kept = OpenInput.of(Path.of("src/test/resources/recordings/25/pins.jfr"));

    @Setup
    public void open() {
        kept.close();
        kept = OpenInput.of(Path.of(recording));
    }

    @TearDown
    public void close() {
        kept.close();
    }

    @Benchmark
    public Relation first() {
        try (OpenInput input = OpenInput.of(Path.of(recording))) {
            return run(input);
        }
    }

    @Benchmark
    public Relation again() {
        return run(kept);
    }

    private static Relation run(OpenInput input) {
        return PIPELINE.run((source, fields) -> input.events(
                "jdk.VirtualThreadPinned", fields, ClassPath.none(), List.of(), new RowProgress(), Long.MAX_VALUE));
    }
}
