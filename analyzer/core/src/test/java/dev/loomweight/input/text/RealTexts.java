package dev.loomweight.input.text;

import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The texts of real JVMs below {@code nmt} in the test resources. */
final class RealTexts {

    /** Everything that a text can hold. */
    static final Interest ALL = Interest.in(
            NmtReport.class,
            NmtMessage.class,
            NmtStatistics.class,
            ClassHistogram.class,
            ProcStatus.class,
            SmapsRollup.class,
            SystemMap.class,
            Scheduler.class,
            ThreadDump.class,
            HeapInfo.class,
            NativeHeap.class);

    private RealTexts() {}

    static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(RealTexts.class.getResource("/nmt"), "the folder nmt")
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The names of all files, with the folder of their JDK. */
    static List<String> names() {
        try (Stream<Path> files = Files.walk(folder(), 2)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !folder().equals(file.getParent()))
                    .map(file -> folder().relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of one file, unpacked. */
    static String text(String name) {
        try (InputStream file = Files.newInputStream(folder().resolve(name));
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(file) : file) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one report in a file. */
    static NmtReport report(String name) {
        return onlyReport(text(name));
    }

    /** The one report in a text. */
    static NmtReport onlyReport(String text) {
        List<Sample> samples = NmtText.parse(new StringReader(text), "nmt.txt");
        if (samples.size() == 1 && samples.get(0) instanceof NmtReport report) {
            return report;
        }
        throw new AssertionError("not one report: " + samples);
    }

    /** What a source makes of a file. */
    record Found(List<Sample> samples, List<Origin> origins, Coverage coverage) {

        List<String> notes() {
            return coverage.sources().get(0).notes();
        }
    }

    /** Reads a file through the source, as the application does. */
    static Found read(Path file, Interest interest) {
        List<Sample> samples = new ArrayList<>();
        List<Origin> origins = new ArrayList<>();
        Origin origin = new Origin("app", null, Objects.toString(file.getFileName()), Instrument.NMT);
        Coverage coverage = new TextSource(file, origin).read(interest, () -> (from, sample) -> {
            origins.add(from);
            samples.add(sample);
        });
        return new Found(samples, origins, coverage);
    }
}
