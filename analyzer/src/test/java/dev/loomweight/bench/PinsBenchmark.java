package dev.loomweight.bench;

import dev.loomweight.bench.recording.Sites;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
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

/** What naming the causes and holders of pins adds to reading them, for a recording of {@code scripts/make-recording}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PinsBenchmark {

    private static final int SITES = 87;

    /** The recording. */
    @Param("")
    public String recording = "";

    /** The home of the JDK that made it. */
    @Param("")
    public String jdk = "";

    private Path classes = Path.of("");

    /** Writes the class files of the sites. */
    @Setup
    public void writeClasses() throws IOException {
        classes = Files.createTempDirectory("sites");
        Sites.write(classes, SITES);
    }

    /** Deletes them. */
    @TearDown
    public void deleteClasses() throws IOException {
        try (var files = Files.walk(classes)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Every pin of the recording, with thread and stack, and nothing made of it. */
    @Benchmark
    public Coverage reading() {
        return source().read(new PinAnalysis().fold().interest(), () -> (origin, sample) -> {});
    }

    /** The report of the pins, class files included: each run opens them anew. */
    @Benchmark
    public Section reporting() throws IOException {
        try (ClassPath path = ClassPath.of(List.of(classes.toString()), Path.of(jdk), 0)) {
            PinOptions options = new PinOptions(new Code(path), List.of(), PinOptions.Filter.ALL, 0);
            PinAnalysis pins = new PinAnalysis(options);
            FoldRun run = FoldRun.read(List.of(pins), List.of(source()));
            return pins.finish(run.of(pins), run.coverage());
        }
    }

    private RecordingSource source() {
        return RecordingSource.of(Path.of(recording), ReaderChoice.AUTO);
    }
}
