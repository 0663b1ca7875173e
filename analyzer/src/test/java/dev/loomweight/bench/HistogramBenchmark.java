package dev.loomweight.bench;

import dev.loomweight.input.text.TextFormat;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.io.StringReader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long a class histogram of 50,000 classes takes, as large applications with generated classes have them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HistogramBenchmark {

    private static final int CLASSES = 50_000;

    private String text = "";

    /** Writes it in the form of JDK 25. */
    @Setup
    public void write() {
        StringBuilder all = new StringBuilder(" num     #instances         #bytes  class name (module)\n");
        all.append("-------------------------------------------------------\n");
        long bytes = 0;
        for (int i = 0; i < CLASSES; i++) {
            long size = 16L * (CLASSES - i);
            bytes += size;
            all.append(String.format(
                    "%5d: %13d %14d  com.acme.shop.generated.Handler$$Lambda%d%n", i + 1, CLASSES - i, size, i));
        }
        text = all.append(String.format("Total %13d %14d%n", CLASSES * (CLASSES + 1L) / 2, bytes))
                .toString();
    }

    /** All of its lines. */
    @Benchmark
    public ClassHistogram fiftyThousandClasses() {
        return TextFormat.CLASS_HISTOGRAM.only(ClassHistogram.class, new StringReader(text), "histogram");
    }
}
