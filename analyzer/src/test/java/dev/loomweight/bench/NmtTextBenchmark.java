package dev.loomweight.bench;

import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long the longest text takes that one JVM prints: the detail report at exit, 14,748 lines. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class NmtTextBenchmark {

    private String text = "";

    /** Unpacks the text, so that reading and decoding the file are not measured. */
    @Setup
    public void unpack() throws IOException {
        String name = "/nmt/25.0.3/platform-exit-PrintNMTStatistics.txt.gz";
        try (InputStream file = Objects.requireNonNull(NmtTextBenchmark.class.getResourceAsStream(name), name);
                InputStream in = new GZIPInputStream(file)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The whole report with its regions, sites and frames. */
    @Benchmark
    public List<Sample> detailReportAtExit() {
        return NmtText.parse(new StringReader(text), "exit");
    }
}
